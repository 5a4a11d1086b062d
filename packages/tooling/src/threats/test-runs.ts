import { leftOutBy } from '../left-out.ts'
import type { Threat } from './read-threats.ts'
import {
  listedByPlaywright,
  playwrightReport,
  resultsOfPlaywright,
  resultsOfVitest,
  vitestReport,
  type TestResult,
} from './test-results.ts'

/** A stage of `npm test` that runs tests. */
export type TestStage = 'unit' | 'next' | 'browser' | 'e2e' | 'attack'

const readVitest = (report: unknown) => resultsOfVitest(vitestReport.parse(report))
const readPlaywright = (report: unknown) => resultsOfPlaywright(playwrightReport.parse(report))

/** Name of each run, its report, and the reader of the report. */
const runs = Object.freeze({
  unit: { name: 'the unit tests', report: 'vitest.json', read: readVitest },
  next: {
    name: 'the tests of main’s packages',
    report: 'vitest-shipping-node.json',
    read: readVitest,
  },
  browser: { name: 'the tests in a browser', report: 'browser.json', read: readPlaywright },
  e2e: { name: 'the end-to-end tests', report: 'playwright.json', read: readPlaywright },
  attack: { name: 'the attack', report: 'attack.json', read: readPlaywright },
})
const testStages = [
  'unit',
  'next',
  'browser',
  'e2e',
  'attack',
] as const satisfies readonly TestStage[]

/** Packages of which main is made. Their tests run on the line of Node that Electron ships. */
export const ofMain = ['host', 'llm', 'mcp', 'oauth', 'store', 'vault'].map(
  (name) => `packages/${name}/`,
)

/** The run that a test file is part of. */
function runOf(file: string): TestStage {
  if (file.endsWith('.fuzz.ts')) return 'attack'
  if (file.startsWith('e2e/browser/')) return 'browser'
  if (file.startsWith('e2e/')) return 'e2e'
  return ofMain.some((folder) => file.startsWith(folder)) ? 'next' : 'unit'
}

/**
 * The threats with those tests alone that were part of this run. What another run left behind proves
 * nothing about this one.
 * @param stages that ran whole, in this run
 * @returns and, in words, how many threats have tests that were not
 */
export function threatsCoveredBy(
  threats: readonly Threat[],
  stages: ReadonlySet<string>,
): { covered: Threat[]; notRunNote: string } {
  const isCovered = ({ file }: { file: string }) => stages.has(runOf(file))
  const notRun = threats.filter(({ tests }) => !tests.every(isCovered))
  const missing = testStages.filter((run) =>
    notRun.some(({ tests }) => tests.some(({ file }) => runOf(file) === run && !stages.has(run))),
  )
  const names = missing.map((run) => runs[run].name).join(', ')
  return {
    covered: threats.map((threat) => ({ ...threat, tests: threat.tests.filter(isCovered) })),
    notRunNote:
      notRun.length === 0 ? '' : `${notRun.length} not held against ${names}: not part of this run`,
  }
}

/**
 * Returns the tests that the stages of this run left to the nightly one.
 * @param stages that ran, in this run
 * @param read the list of this name; undefined where there is none
 */
export function leftOutOf(
  stages: ReadonlySet<string>,
  read: (list: string) => unknown,
): TestResult[] {
  return testStages
    .filter((run) => stages.has(run))
    .flatMap((run) => {
      const list = read(leftOutBy(runs[run].report))
      return list === undefined ? [] : listedByPlaywright(playwrightReport.parse(list))
    })
}

/**
 * Returns the results of the tests of this run.
 * @param stages that ran whole, in this run
 * @param read the report of this name; undefined where there is none
 */
export function resultsIn(
  stages: ReadonlySet<string>,
  read: (report: string) => unknown,
): TestResult[] {
  return testStages
    .filter((run) => stages.has(run))
    .flatMap((run) => {
      const report = read(runs[run].report)
      return report === undefined ? [] : runs[run].read(report)
    })
}
