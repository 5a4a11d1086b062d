import { z } from 'zod'
import type { Outcome } from './outcome.ts'

/** Tests that failed once and passed when they were run again are named; more than a few fail the run. */
const LIMIT = 3

/**
 * @param counts flaky tests among the passed
 * @param flaky titles
 */
export function countFlaky(
  counts: Omit<Outcome, 'note'>,
  flaky: readonly string[],
): Omit<Outcome, 'note'> & { flaky: readonly string[] } {
  if (flaky.length <= LIMIT) return { ...counts, flaky }
  const { passed, failed } = counts
  return {
    ...counts,
    passed: passed - flaky.length,
    failed: failed + flaky.length,
    flaky,
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

export function flakyOfVitest(results: z.infer<typeof vitestResults>): string[] {
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

export function flakyOfPlaywright(suites: readonly Suite[]): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${suite.title} › ${title}`),
    ...flakyOfPlaywright(suite.suites ?? []),
  ])
}
