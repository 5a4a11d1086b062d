import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reports, root } from '../paths.mjs'
import { bad } from '../say.mjs'
import { faultsOfData, faultsOfRun } from '../threats/faults.mjs'
import { pageOf } from '../threats/page.mjs'
import { readThreats } from '../threats/read-threats.mjs'
import { resultsOfPlaywright, resultsOfVitest } from '../threats/test-results.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/** The page that `pnpm threats` writes. */
export const threatsPage = join(root, 'docs/threats.md')

/**
 * The listed threats: their page is up to date, and the tests they cite exist and, where all tests have
 * run before, have passed.
 * @param {boolean} haveTestsRun
 * @returns {Promise<Outcome>}
 */
export async function checkThreats(haveTestsRun) {
  const threats = await readThreats()
  const faults = faultsOfData(threats)
  if (haveTestsRun) faults.push(...faultsOfRun(threats.map(withoutAttack), readResults()))
  const page = existsSync(threatsPage) ? readFileSync(threatsPage, 'utf8') : ''
  if (page !== pageOf(threats)) faults.push('docs/threats.md is not up to date; run: pnpm threats')
  for (const fault of faults) bad(fault)
  const looked = haveTestsRun ? 'with the results of their tests' : 'without results of tests'
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length === 0 ? 0 : 1,
    skipped: 0,
    note: `${threats.length} threats, ${looked}`,
  }
}

/**
 * A threat without the tests of the attack, unless that has run: a whole run leaves it out.
 * @param {import('../threats/read-threats.mjs').Threat} threat
 */
function withoutAttack(threat) {
  if (existsSync(join(reports, 'attack.json'))) return threat
  return { ...threat, tests: threat.tests.filter(({ file }) => !file.endsWith('.attack.ts')) }
}

function readResults() {
  const read = (/** @type {string} */ name) => {
    const file = join(reports, name)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }
  const vitest = read('vitest.json')
  const browsers = ['playwright.json', 'attack.json'].map(read).filter(Boolean)
  return [
    ...(vitest === undefined ? [] : resultsOfVitest(vitest)),
    ...browsers.flatMap((report) => resultsOfPlaywright(report)),
  ]
}
