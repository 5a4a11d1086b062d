import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withPrivateKeychain } from '../system/keychain.ts'
import { provideNewerNode } from '../downloads/newer-node.ts'
import { binOf, root, workCache } from '../core/paths.mjs'
import { keepProofs, proofsIn } from '../proofs/kept-proofs.ts'
import { proofsOfPlaywright, proofsOfVitest } from '../proofs/proofs-of-runs.ts'
import { retries } from '../retries.ts'
import { run } from '../core/run.mjs'
import { log } from '../core/log.mjs'
import { countUnsteady, unsteadyOfPlaywright, unsteadyOfVitest } from './unsteady.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {import('../test-run.ts').Results} Results */
/** @typedef {{ env: NodeJS.ProcessEnv, scratch: string, results: Results, filters: readonly string[], isWhole?: boolean }} Bench environment and folders of the tests, and whether every stage runs whole */

/**
 * All of vitest, inside a private keychain.
 * @param {Bench} bench
 */
export async function runUnitTests(bench) {
  const report = join(bench.results.reports, 'vitest.json')
  const outcome = await runTests(vitestWith(process.execPath, report), bench)
  keepProofsOf(bench, report, { read: proofsOfVitest, isWhole: bench.isWhole })
  return outcome
}

/** Packages whose code runs in Node; that of the interface runs in the browser alone. */
const inNode = 'contract domain host llm mcp oauth store testkit tooling vault'
  .split(' ')
  .map((name) => `packages/${name}/`)

/**
 * The tests of all that runs in Node, and the servers that they start, on a newer line of it. They
 * prove nothing that those of the oldest line have not proved.
 * @param {Bench} bench
 */
export async function runOnNewerNode(bench) {
  const node = await provideNewerNode()
  const report = join(bench.results.reports, 'vitest-newer-node.json')
  const filters = bench.filters.length > 0 ? bench.filters : [...inNode, 'apps/desktop/']
  // Some tests start `node` as a person names it.
  const path = [dirname(node), process.env['PATH']].join(delimiter)
  const env = { ...bench.env, PATH: path }
  return runTests(vitestWith(node, report), { ...bench, env, filters })
}

/**
 * @param {string} node program that runs it
 * @param {string} report
 * @returns {Runner}
 */
function vitestWith(node, report) {
  const [, script] = binOf('vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [node, script, 'run', ...reporters, `--retry=${retries}`]
  return { command, report, read: readVitest, minutes: 30, cwd: root }
}

/**
 * All of Playwright on the built and the packaged application.
 * @param {Bench} bench
 */
export async function runEndToEndTests(bench) {
  const report = join(bench.results.reports, 'playwright.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--reporter=list,json',
    `--retries=${retries}`,
  ]
  const env = playwrightEnvironment(bench, report)
  const outcome = await runTests(
    { command, report, read: readPlaywright, minutes: 50, cwd: join(root, 'e2e') },
    { ...bench, env },
  )
  keepProofsOf(bench, report, { read: proofsOfPlaywright })
  return outcome
}

/**
 * Keeps what a run proved; one that ended without a report proved nothing.
 * @param {Bench} bench
 * @param {string} report
 * @param {{ read: (report: any) => import('../proofs/proofs-of-runs.ts').ProofsByFile, isWhole?: boolean | undefined }} options
 *   and whether proofs of earlier runs are forgotten
 */
function keepProofsOf({ results }, report, { read, isWhole = false }) {
  const proofs = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : {}
  keepProofs(proofs, { isWhole, file: proofsIn(results.reports) })
}

/**
 * A seeded fuzz of the built application, held against its limits; see e2e/attack.
 * @param {Bench} bench
 * @param {{ seed: number, minutes: number }} settings
 */
export function runAttack(bench, { seed, minutes }) {
  const report = join(bench.results.reports, 'attack.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=attack/playwright.config.ts',
    '--reporter=list,json',
  ]
  const env = {
    ...playwrightEnvironment(bench, report),
    GATEHOUSE_ATTACK_SEED: String(seed),
    GATEHOUSE_ATTACK_MINUTES: String(minutes),
  }
  return runTests(
    { command, report, read: readPlaywright, minutes: minutes + 5, cwd: join(root, 'e2e') },
    { ...bench, env },
  )
}

/**
 * Measures the built application in a real window; see e2e/bench.
 * @param {Bench} bench
 * @param {'chat' | 'servers' | 'update'} what
 * @returns {Promise<{ outcome: Outcome, measures: import('../bench/measures.ts').Measure[] }>}
 */
export async function runBench(bench, what) {
  const report = join(bench.results.reports, 'bench.json')
  const table = join(bench.results.reports, 'bench-measures.json')
  rmSync(table, { force: true })
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=bench/playwright.config.ts',
    '--reporter=line,json',
  ]
  const env = {
    ...playwrightEnvironment(bench, report),
    GATEHOUSE_BENCH: what,
    GATEHOUSE_BENCH_FILE: table,
  }
  const runner = { command, report, read: readPlaywright, minutes: 25, cwd: join(root, 'e2e') }
  const outcome = await runTests(runner, { ...bench, env })
  const measures = existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : []
  return { outcome, measures }
}

/**
 * @param {Bench} bench
 * @param {string} report
 * @returns {NodeJS.ProcessEnv}
 */
function playwrightEnvironment({ env, results }, report) {
  return {
    ...env,
    GATEHOUSE_TEST_OUTPUT: results.output,
    GATEHOUSE_TEST_PICTURES: results.pictures,
    // What it translated stays for the next run; by itself it forgets it with the run's temporary files.
    PWTEST_CACHE_DIR: join(workCache, 'playwright'),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
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
  mkdirSync(dirname(runner.report), { recursive: true })
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
  const { unsteady = [] } = outcome
  if (unsteady.length > 0) log.notice('These failed at first and passed when run again:', unsteady)
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

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number } & Parameters<typeof unsteadyOfVitest>[0]} report */
export function readVitest(report) {
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return countUnsteady(counts, unsteadyOfVitest(report))
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] } & Parameters<typeof unsteadyOfPlaywright>[0]} report */
export function readPlaywright({ stats, errors, suites = [] }) {
  const all = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
  const counts = countUnsteady(all, unsteadyOfPlaywright({ suites }))
  return errors.length > 0 && counts.failed === 0
    ? { ...counts, crash: 'it reported an error outside the tests' }
    : counts
}
