/** The tests in a window that `npm test` leaves to `npm run nightly`: those tagged `@nightly` (`e2e/nightly.ts`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tag of a Playwright test. */
export const NIGHTLY_TAG = '@nightly'

/** Argument of `npm test` that runs the tagged tests too. */
export const NIGHTLY_OPTION = '--nightly'

/** Type of the annotations in which a tagged test names the clauses that it proves. */
export const NIGHTLY_CLAUSE = 'nightly'

/**
 * Name of the list of tests that a run left out, a report of `playwright test --list`.
 * @param report name of the report of that run
 */
export const leftOutBy = (report: string): string => report.replace(/\.json$/, '-left-out.json')

/** Names of the reports of Playwright whose runs may leave tests out. */
const reports = ['playwright.json', 'browser.json']

/** The lists that the runs of these reports left. */
export function leftOutLists(folder: string): unknown[] {
  const files = reports.map((name) => join(folder, leftOutBy(name)))
  return files
    .filter((file) => existsSync(file))
    .map((file): unknown => JSON.parse(readFileSync(file, 'utf8')))
}
