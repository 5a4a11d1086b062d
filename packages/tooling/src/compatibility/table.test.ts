import { expect, test } from 'vitest'
import { faultsOf, tableOf } from './table.ts'
import type { ServerUnderTest } from './servers-under-test.ts'

const server: ServerUnderTest = {
  name: 'server',
  version: '1.0.0',
  transport: 'stdio',
  offers: ['tools', 'read'],
  trial: { call: {} },
  start: () => Promise.reject(new Error('It is not started.')),
}
const info = { era: 'legacy', protocolVersion: '2025-11-25', connectMs: 300 }

test('a step that a server offered once and offers no more is a fault', () => {
  const cells = { tools: { ms: 2, seen: '4' }, read: { absent: true as const } }
  expect(faultsOf([{ server, info, cells }])).toEqual([
    'server over stdio, read: it is not offered any more',
  ])
})

test('a failed step and a failed connection are faults, whether promised or not', () => {
  const cells = { tools: { ms: 2, seen: '4' }, read: { ms: 1, seen: '1' }, call: { failed: 'no' } }
  expect(faultsOf([{ server, info, cells }])).toEqual(['server over stdio, call: no'])
  expect(faultsOf([{ server, failed: 'gone', cells: {} }])).toEqual([
    'server over stdio did not connect: gone',
  ])
})

test('what a server does not offer is a dash and no failure', () => {
  const cells = { tools: { ms: 2, seen: '4' }, read: { ms: 1, seen: '1' } }
  expect(faultsOf([{ server, info, cells }])).toEqual([])
  expect(tableOf([{ server, info, cells }])).toContain('| 300 ms | 4 in 2 ms | – | – |')
})
