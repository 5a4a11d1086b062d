import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withPrivateKeychain } from '../keychain.mjs'
import { binOf, root } from '../paths.mjs'
import { run } from '../run.mjs'
import { bad } from '../say.mjs'
import { reports } from './outcome.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {{ env: NodeJS.ProcessEnv, scratch: string, filters: readonly string[], isWhole?: boolean }} Bench environment and scratch folder of the tests, and whether every stage runs whole */

/**
 * All of vitest, inside a private keychain.
 * @param {Bench} bench
 */
export async function runUnitTests(bench) {
  const report = join(reports, 'vitest.json')
  const coverage = join(reports, 'protocol.json')
  rmSync(coverage, { force: true })
  const command = [
    ...binOf('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'e2e', 'protocol-coverage.ts')}`,
    `--outputFile.json=${report}`,
  ]
  const env = { ...bench.env, GATEHOUSE_PROTOCOL_COVERAGE: coverage }
  const runner = { command, report, read: readVitest, minutes: 20, cwd: root }
  const outcome = await runTests(runner, { ...bench, env })
  return bench.filters.length > 0 ? outcome : withProtocolCoverage(outcome, coverage)
}

/**
 * Counts as one test more: whether each promise of the protocol is kept on every way it names.
 * @param {Outcome} outcome
 * @param {string} file
 * @returns {Outcome}
 */
export function withProtocolCoverage(outcome, file) {
  if (!existsSync(file)) return { ...outcome, crash: 'no report of the protocol’s requirements' }
  /** @type {{ uncited: string[], unknown: string[], cited: number }} */
  const { uncited, unknown, cited } = JSON.parse(readFileSync(file, 'utf8'))
  for (const id of uncited) bad(`No passing test cites [${id}]`)
  for (const id of unknown) bad(`A test cites [${id}], which e2e/requirements.ts does not promise`)
  const good = uncited.length + unknown.length === 0 && cited > 0
  const note = `${outcome.note}, ${cited} protocol requirements by transport and era`
  return good
    ? { ...outcome, passed: outcome.passed + 1, note }
    : { ...outcome, failed: outcome.failed + 1, note }
}

/**
 * All of Playwright on the built and the packaged application.
 * @param {Bench} bench
 */
export function runEndToEndTests(bench) {
  const report = join(reports, 'playwright.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--reporter=list,json',
  ]
  const env = {
    ...bench.env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  return runTests(
    { command, report, read: readPlaywright, minutes: 25, cwd: join(root, 'e2e') },
    { ...bench, env },
  )
}

/**
 * A seeded fuzz of the built application, held against its limits; see e2e/attack.
 * @param {Bench} bench
 * @param {{ seed: number, minutes: number }} settings
 */
export function runAttack(bench, { seed, minutes }) {
  const report = join(reports, 'attack.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=attack/playwright.config.ts',
    '--reporter=list,json',
  ]
  const env = {
    ...bench.env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    GATEHOUSE_ATTACK_SEED: String(seed),
    GATEHOUSE_ATTACK_MINUTES: String(minutes),
  }
  return runTests(
    { command, report, read: readPlaywright, minutes: minutes + 5, cwd: join(root, 'e2e') },
    { ...bench, env },
  )
}

/**
 * @typedef {object} Runner
 * @property {string[]} command
 * @property {string} report file that the runner writes at its end
 * @property {(report: any) => Omit<Outcome, 'note'>} read
 * @property {number} minutes
 * @property {string} cwd
 */

/**
 * @param {Runner} runner
 * @param {Bench} bench
 * @param {boolean} [needsKeychain]
 * @returns {Promise<Outcome>}
 */
export async function runTests(runner, bench, needsKeychain = true) {
  rmSync(runner.report, { force: true })
  mkdirSync(reports, { recursive: true })
  const command = [...runner.command, ...bench.filters]
  const inside = needsKeychain
    ? withPrivateKeychain(command, join(bench.scratch, 'keyring'))
    : { command, env: {} }
  const env = { ...bench.env, ...inside.env }
  const result = await run(inside.command, {
    cwd: runner.cwd,
    env,
    timeoutMs: runner.minutes * 60_000,
  })
  const outcome = { ...readReport(runner), note: '' }
  outcome.note = `${outcome.passed + outcome.failed} tests`
  if (result.timedOut)
    return { ...outcome, crash: `it did not end within ${runner.minutes} minutes` }
  if (outcome.crash !== undefined) return outcome
  if (result.code !== 0 && outcome.failed === 0)
    return { ...outcome, crash: `it exited with ${result.code} although no test failed` }
  if (outcome.passed + outcome.failed === 0) return { ...outcome, crash: 'it ran no test' }
  return outcome
}

/** @param {Runner} runner */
function readReport(runner) {
  const nothing = { passed: 0, failed: 0, skipped: 0 }
  if (!existsSync(runner.report)) return { ...nothing, crash: 'it ended without a report' }
  try {
    return runner.read(JSON.parse(readFileSync(runner.report, 'utf8')))
  } catch {
    return { ...nothing, crash: 'its report cannot be read' }
  }
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report */
export function readVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report */
export function readPlaywright({ stats, errors }) {
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }
  return errors.length > 0 && counts.failed === 0
    ? { ...counts, crash: 'it reported an error outside the tests' }
    : counts
}
