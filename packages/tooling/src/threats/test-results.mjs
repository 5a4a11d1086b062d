import { relative, resolve } from 'node:path'
import { root } from '../paths.mjs'

/**
 * One test that ran.
 * @typedef {object} TestResult
 * @property {string} file relative to the repository
 * @property {string[]} titles its own, and with those of the groups around it
 * @property {boolean} passed false when it failed, was skipped, or was expected to fail
 */

/** @param {string} file absolute */
const inRepository = (file) => relative(root, file).replaceAll('\\', '/')

/**
 * @param {readonly string[]} groups
 * @param {string} title
 */
const titlesOf = (groups, title) => [
  title,
  [...groups, title].join(' '),
  [...groups, title].join(' › '),
]

/**
 * @param {{ testResults: { name: string, assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }} report
 *   of vitest
 * @returns {TestResult[]}
 */
export function resultsOfVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: inRepository(name),
      titles: titlesOf(ancestorTitles, title),
      passed: status === 'passed',
    })),
  )
}

/** @typedef {{ title: string, file: string, tests: { expectedStatus: string, results: { status: string }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ config: { rootDir: string }, suites: Suite[] }} report of Playwright
 * @returns {TestResult[]}
 */
export function resultsOfPlaywright({ config, suites }) {
  // The outermost group is the file itself.
  return suites.flatMap((suite) => resultsOfSuite(suite, [], config.rootDir))
}

/**
 * @param {Suite} suite
 * @param {readonly string[]} groups
 * @param {string} folder
 * @returns {TestResult[]}
 */
function resultsOfSuite({ specs, suites = [] }, groups, folder) {
  const own = specs.map(({ title, file, tests }) => ({
    file: inRepository(resolve(folder, file)),
    titles: titlesOf(groups, title),
    passed: tests.every(
      ({ expectedStatus, results }) =>
        expectedStatus === 'passed' && results.at(-1)?.status === 'passed',
    ),
  }))
  const inner = suites.flatMap((suite) => resultsOfSuite(suite, [...groups, suite.title], folder))
  return [...own, ...inner]
}
