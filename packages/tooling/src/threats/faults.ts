import type { Threat } from './read-threats.ts'
import { titleMatcher } from './source-tests.ts'
import type { TestResult } from './test-results.ts'

/** The results of a test above which a threat stands, one for each row of a table. */
const resultsOf = (results: readonly TestResult[], { file, title }: Threat['tests'][number]) => {
  const isMade = titleMatcher(title)
  return results.filter((result) => result.file === file && isMade(result.title))
}

/**
 * Tests with a threat that did not pass in this run.
 * @param leftOut tests that this run left to the nightly one; they count while they would run there
 */
export function faultsOfRun(
  threats: readonly Threat[],
  results: readonly TestResult[],
  leftOut: readonly TestResult[] = [],
): string[] {
  return threats.flatMap(({ id, tests }) =>
    tests.flatMap((test) => {
      const own = [...resultsOf(results, test), ...resultsOf(leftOut, test)]
      const words = `${id}: “${test.title}” of ${test.file}`
      if (own.length === 0) return [`${words} was not run`]
      return own.every(({ passed }) => passed) ? [] : [`${words} did not pass`]
    }),
  )
}

/** The number of threats of which at least one test is left to the nightly run. */
export const countLeftOut = (threats: readonly Threat[], leftOut: readonly TestResult[]) =>
  threats.filter(({ tests }) => tests.some((test) => resultsOf(leftOut, test).length > 0)).length
