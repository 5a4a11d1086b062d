import type { TestDetails } from '@playwright/test'
import type { Clause } from './proves.ts'

/**
 * Details of a test that `npm test` leaves to `npm run nightly`.
 * @param clauses all that the test proves (`proves`): without them no other test may be left that does
 */
export function nightly(...clauses: Clause[]): TestDetails {
  const annotation = clauses.map((description) => ({ type: 'nightly', description }))
  return { tag: '@nightly', annotation }
}
