import { PROTOCOL_REVISIONS } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { knownVersions } from '../../transports/protocol-versions.ts'
import { planProtocol } from './protocol-plan.ts'

test('the revisions that can be chosen are those that are spoken', () => {
  expect([...PROTOCOL_REVISIONS]).toEqual(knownVersions())
})

test.each([...PROTOCOL_REVISIONS])('%s can be pinned', (pin) => {
  expect(planProtocol({ pin }).mode).not.toBe('unknown')
})
