import { resultsOfPlaywright, resultsOfVitest } from './test-results.mjs'

/** @typedef {import('./read-threats.mjs').Threat} Threat */
/** @typedef {import('./test-results.mjs').TestResult} TestResult */
/** @typedef {'unit' | 'e2e' | 'attack'} TestRun a stage of `npm test` that runs tests */

/** What each run is called, the report it leaves, and how that is read. */
const runs = Object.freeze({
  unit: { name: 'the unit tests', report: 'vitest.json', read: resultsOfVitest },
  e2e: { name: 'the end-to-end tests', report: 'playwright.json', read: resultsOfPlaywright },
  attack: { name: 'the attack', report: 'attack.json', read: resultsOfPlaywright },
})
const testRuns = /** @type {readonly TestRun[]} */ (Object.keys(runs))

/**
 * Which run a test file is part of.
 * @param {string} file
 * @returns {TestRun}
 */
function runOf(file) {
  if (file.endsWith('.attack.ts')) return 'attack'
  return file.startsWith('e2e/') ? 'e2e' : 'unit'
}

/**
 * The threats with those tests alone that were part of this run. What another run left behind proves
 * nothing about this one.
 * @param {readonly Threat[]} threats
 * @param {ReadonlySet<string>} stages that ran whole, in this run
 * @returns {{ held: Threat[], left: string }} and, in words, how many threats have tests that were not
 */
export function heldIn(threats, stages) {
  const isHeld = (/** @type {{ file: string }} */ { file }) => stages.has(runOf(file))
  const left = threats.filter(({ tests }) => !tests.every(isHeld))
  const missing = testRuns.filter((run) =>
    left.some(({ tests }) => tests.some(({ file }) => runOf(file) === run && !stages.has(run))),
  )
  const names = missing.map((run) => runs[run].name).join(', ')
  return {
    held: threats.map((threat) => ({ ...threat, tests: threat.tests.filter(isHeld) })),
    left: left.length === 0 ? '' : `${left.length} not held against ${names}: not part of this run`,
  }
}

/**
 * What the tests of this run came to.
 * @param {ReadonlySet<string>} stages that ran whole, in this run
 * @param {(report: string) => any} read the report of this name; undefined where there is none
 * @returns {TestResult[]}
 */
export function resultsIn(stages, read) {
  return testRuns
    .filter((run) => stages.has(run))
    .flatMap((run) => {
      const report = read(runs[run].report)
      return report === undefined ? [] : runs[run].read(report)
    })
}
