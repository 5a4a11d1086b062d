import { z } from 'zod'
import type { Outcome } from './outcome.ts'

/** Tests that failed once and passed when they were run again are named; more than a few fail the run. */
const LIMIT = 3

/**
 * @param counts unsteady tests among the passed
 * @param unsteady titles
 */
export function countUnsteady(
  counts: Omit<Outcome, 'note'>,
  unsteady: readonly string[],
): Omit<Outcome, 'note'> & { unsteady: readonly string[] } {
  if (unsteady.length <= LIMIT) return { ...counts, unsteady }
  const { passed, failed } = counts
  return {
    ...counts,
    passed: passed - unsteady.length,
    failed: failed + unsteady.length,
    unsteady,
  }
}

/** vitest's report keeps the errors of the first try with a test that passed in the second. */
export const vitestResults = z.array(
  z.object({
    assertionResults: z.array(
      z.object({
        fullName: z.string(),
        status: z.string(),
        failureMessages: z.array(z.unknown()).nullable(),
      }),
    ),
  }),
)

export function unsteadyOfVitest(results: z.infer<typeof vitestResults>): string[] {
  return results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(({ fullName }) => fullName)
}

export const playwrightSuite = z.object({
  title: z.string(),
  specs: z
    .array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) }))
    .optional(),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
type Suite = z.infer<typeof playwrightSuite>

export function unsteadyOfPlaywright(suites: readonly Suite[]): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${suite.title} › ${title}`),
    ...unsteadyOfPlaywright(suite.suites ?? []),
  ])
}
