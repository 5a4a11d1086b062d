import { test } from '@playwright/test'
import type { productRequirements } from './requirements/index.ts'

type Requirements = typeof productRequirements

/** `id.clause` of every requirement of the product. */
export type Clause = {
  [Id in keyof Requirements]: `${Id}.${keyof Requirements[Id]['clauses'] & string}`
}[keyof Requirements]

/**
 * Records that the running test has just asserted a clause of `requirements`: call it after the assertion.
 * It counts when the test passes as a whole.
 */
export function proves(...clauses: Clause[]): void {
  const { annotations } = test.info()
  for (const clause of clauses) annotations.push({ type: 'proves', description: clause })
}
