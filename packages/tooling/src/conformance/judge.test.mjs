import { expect, test } from 'vitest'
import { judge, readBaseline, tableOf } from './judge.mjs'

const pass = (/** @type {string} */ scenario) => ({ scenario, passed: 1, failed: 0, isPass: true })
const fail = (/** @type {string} */ scenario) => ({ scenario, passed: 0, failed: 1, isPass: false })
const runs = [
  { title: 'all', version: undefined, outcomes: [pass('a'), fail('b'), fail('c')] },
  { title: '2026-07-28', version: '2026-07-28', outcomes: [fail('a'), pass('d')] },
]

test('a failure that nobody owes is not excused by a pass in another run', () => {
  expect(judge(runs, new Set(['b', 'c'])).failing).toEqual(['a'])
})

test('an entry that passes everywhere, or names nothing, does not stay in the baseline', () => {
  const verdict = judge(runs, new Set(['a', 'b', 'c', 'd', 'gone']))
  expect(verdict).toEqual({ failing: [], stale: ['d'], unknown: ['gone'] })
})

test('the baseline is read without its comments', () => {
  expect([...readBaseline('# - no\nclient:\n  - auth/x\n  # - no\n  - b\n')]).toEqual([
    'auth/x',
    'b',
  ])
})

test('the table tells what is owed from what fails', () => {
  expect(tableOf(runs, new Set(['b']))).toContain('| b | owed |  |')
  expect(tableOf(runs, new Set(['b']))).toContain('| a | passes | FAILS |')
})
