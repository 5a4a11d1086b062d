/** Tests that failed once and passed when they were run again are named; more than a few fail the run. */
const LIMIT = 3

/**
 * @param {Omit<import('./outcome.mjs').Outcome, 'note'>} counts unsteady tests among the passed
 * @param {readonly string[]} unsteady titles
 * @returns {Omit<import('./outcome.mjs').Outcome, 'note'> & { unsteady: readonly string[] }}
 */
export function countUnsteady(counts, unsteady) {
  if (unsteady.length <= LIMIT) return { ...counts, unsteady }
  const { passed, failed } = counts
  return {
    ...counts,
    passed: passed - unsteady.length,
    failed: failed + unsteady.length,
    unsteady,
  }
}

/**
 * vitest's report keeps the errors of the first try with a test that passed in the second.
 * @param {{ testResults?: { assertionResults: { fullName: string, status: string, failureMessages: unknown[] | null }[] }[] }} report
 */
export function unsteadyOfVitest({ testResults = [] }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(({ fullName }) => fullName)
}

/** @typedef {{ title: string, suites?: Suite[], specs?: { title: string, tests: { status: string }[] }[] }} Suite */

/**
 * @param {{ suites?: Suite[] }} report
 * @returns {string[]}
 */
export function unsteadyOfPlaywright({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${suite.title} › ${title}`),
    ...unsteadyOfPlaywright(suite),
  ])
}
