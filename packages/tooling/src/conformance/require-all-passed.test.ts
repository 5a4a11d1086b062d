import { expect, test } from 'vitest'
import { requireAllPassed, tableOf } from './require-all-passed.ts'

const pass = (scenario: string) => ({ scenario, passed: 1, failed: 0, isPass: true })
const fail = (scenario: string) => ({ scenario, passed: 0, failed: 1, isPass: false })
const runs = [
  { title: 'all', version: undefined, outcomes: [pass('a'), fail('b')] },
  { title: '2026-07-28', version: '2026-07-28', outcomes: [fail('a'), pass('d')] },
]

test('a failure is not excused by a pass in another run', () => {
  expect(requireAllPassed(runs, { all: 2, '2026-07-28': 2 })).toEqual(['b fails', 'a fails'])
})

test('a list of scenarios that is shorter than it should be is no pass', () => {
  const nothing = [{ title: 'all', version: undefined, outcomes: [] }]
  expect(requireAllPassed(nothing, { all: 48 })).toEqual([
    'all: 0 scenarios were found, 48 are expected',
  ])
})

test('the table distinguishes what passes from what fails', () => {
  expect(tableOf(runs)).toContain('| b | FAILS |  |')
  expect(tableOf(runs)).toContain('| a | passes | FAILS |')
})
