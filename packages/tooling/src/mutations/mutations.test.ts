import { expect, it } from 'vitest'
import { mutations } from './mutations.ts'
import { faultsOfMutations, checkMutant } from './run-mutations.ts'
import type { Mutation } from './run-mutations.ts'

const mutation: Mutation = {
  breaks: 'tea is cold',
  file: 'tea.ts',
  text: 'hot()',
  replacement: 'cold()',
  test: 'tea.test.ts',
  title: 'tea is hot',
}

const results: (status: string, fullName?: string) => Parameters<typeof checkMutant>[1] = (
  status,
  fullName = 'at noon tea is hot',
) => [{ assertionResults: [{ fullName, status }] }]

it('each mutation of this project stands once in its file', () => {
  expect(mutations.length).toBeGreaterThan(15)
  expect(faultsOfMutations(mutations)).toEqual([])
})

it('a mutation whose text is gone, stands twice or does not change, or whose test is gone, is a fault', () => {
  const faults = (source: string, changed = mutation, isThere = true) =>
    faultsOfMutations(
      [changed],
      () => source,
      () => isThere,
    )
  expect(faults('hot()')).toEqual([])
  expect(faults('warm()')).toHaveLength(1)
  expect(faults('hot() hot()')).toHaveLength(1)
  expect(faults('hot()', { ...mutation, replacement: 'hot()' })).toHaveLength(1)
  expect(faults('hot()', mutation, false)).toHaveLength(1)
})

it('a mutant is killed when the named test fails, and by nothing else', () => {
  expect(checkMutant(mutation, results('failed'), 'failed')).toBeUndefined()
  expect(checkMutant(mutation, results('passed'), 'failed')).toBe('it survived')
  expect(checkMutant(mutation, results('failed', 'coffee is hot'), 'failed')).toMatch(/did not run/)
  expect(checkMutant(mutation, results('skipped'), 'failed')).toMatch(/did not run/)
  expect(checkMutant(mutation, [], 'failed')).toMatch(/did not run/)
})

it('a test that fails without the mutant proves nothing', () => {
  expect(checkMutant(mutation, results('passed'), 'passed')).toBeUndefined()
  expect(checkMutant(mutation, results('failed'), 'passed')).toMatch(/fails without/)
})
