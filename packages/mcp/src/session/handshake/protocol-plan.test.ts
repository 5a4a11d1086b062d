import { PROTOCOL_REVISIONS } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { knownVersions, planProtocol } from './protocol-plan.ts'

test('a revision can be chosen that is not spoken, or is spoken and cannot be chosen', () => {
  expect([...PROTOCOL_REVISIONS]).toEqual(knownVersions())
})

test.each([...PROTOCOL_REVISIONS])('%s cannot be pinned', (pin) => {
  expect(planProtocol({ pin }).mode).not.toBe('unknown')
})
