import { expect, test } from 'vitest'
import { faultsOf, tableOf } from './table.mjs'

const subject = /** @type {import('./subjects.mjs').Subject} */ (
  /** @type {unknown} */ ({
    name: 'server',
    version: '1.0.0',
    transport: 'stdio',
    offers: ['tools', 'read'],
  })
)
const info = { era: 'legacy', protocolVersion: '2025-11-25', connectMs: 300 }

test('a step that a server offered once and offers no more is a fault', () => {
  const cells = { tools: { ms: 2, seen: '4' }, read: { absent: /** @type {const} */ (true) } }
  expect(faultsOf([{ subject, info, cells }])).toEqual([
    'server over stdio, read: it is not offered any more',
  ])
})

test('a failed step and a failed connection are faults, whether promised or not', () => {
  const cells = { tools: { ms: 2, seen: '4' }, read: { ms: 1, seen: '1' }, call: { failed: 'no' } }
  expect(faultsOf([{ subject, info, cells }])).toEqual(['server over stdio, call: no'])
  expect(faultsOf([{ subject, failed: 'gone', cells: {} }])).toEqual([
    'server over stdio did not connect: gone',
  ])
})

test('what a server does not offer is a dash and no failure', () => {
  const cells = { tools: { ms: 2, seen: '4' }, read: { ms: 1, seen: '1' } }
  expect(faultsOf([{ subject, info, cells }])).toEqual([])
  expect(tableOf([{ subject, info, cells }])).toContain('| 300 ms | 4 in 2 ms | – | – |')
})
