import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../command-support/log.mjs'
import { countLeftOut, faultsOfRun } from '../threats/faults.ts'
import { pageOf, threatsPage } from '../threats/page.ts'
import { readThreats } from '../threats/read-threats.ts'
import { leftOutOf, resultsIn, threatsCoveredBy } from '../threats/test-runs.ts'
import type { Outcome } from './outcome.ts'

/**
 * The threats above the tests: their page is up to date, and the tests have passed where they were part of this run,
 * or are left to the nightly run.
 * @param stages that ran whole, in this run
 * @param reports folder of the reports of this run
 */
export async function checkThreats(stages: ReadonlySet<string>, reports: string): Promise<Outcome> {
  const { threats, faults: textFaults } = readThreats()
  const read = (name: string) => readReport(join(reports, name))
  const { covered, notRunNote } = threatsCoveredBy(threats, stages)
  const leftOut = leftOutOf(stages, read)
  const faults = [...textFaults, ...faultsOfRun(covered, resultsIn(stages, read), leftOut)]
  const left = countLeftOut(covered, leftOut)
  const page = existsSync(threatsPage) ? readFileSync(threatsPage, 'utf8') : ''
  if (page !== pageOf(threats)) faults.push('docs/threats.md is not up to date; run: pnpm threats')
  for (const fault of faults) log.failure(fault)
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length === 0 ? 0 : 1,
    skipped: 0,
    note: [
      `${threats.length} threats`,
      ...(left === 0 ? [] : [`tests of ${left} left to nightly`]),
      ...(notRunNote === '' ? [] : [notRunNote]),
    ].join('; '),
  }
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
