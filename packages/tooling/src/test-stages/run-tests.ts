/** A runner of tests, run to its end, and what its report says. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { log } from '../command-support/log.mjs'
import { workCache } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { withPrivateKeychain } from '../system-setup/keychain.ts'
import type { Results } from '../test-run.ts'
import type { Outcome } from './outcome.ts'

/** Tests that failed once and passed when they were run again are named; more than a few fail the run. */
const LIMIT = 3

/** vitest's report keeps the errors of the first try with a test that passed in the second. */
const vitestResults = z.array(
  z.object({
    assertionResults: z.array(
      z.object({
        fullName: z.string(),
        status: z.string(),
        failureMessages: z.array(z.unknown()).nullable(),
      }),
    ),
  }),
)

const playwrightSuite = z.object({
  title: z.string(),
  specs: z
    .array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) }))
    .optional(),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

type Suite = z.infer<typeof playwrightSuite>

/** Environment and folders of the tests. */
export interface TestContext {
  env: NodeJS.ProcessEnv
  scratch: string
  results: Results
  /** Arguments for the runner, such as names of files. */
  filters: readonly string[]
  /** True if every stage runs whole. */
  isWhole?: boolean
  /** True if tests tagged `@nightly` run too. */
  includesNightly?: boolean
}

/** Environment of a run of Playwright, with the place of its reports. */
export function playwrightEnvironment(
  { env, results }: TestContext,
  report: string,
): NodeJS.ProcessEnv {
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

export interface Runner {
  command: string[]
  /** File that the runner writes at its end */
  report: string
  /** @throws {z.ZodError} for what is no report of it */
  read: (report: unknown) => Omit<Outcome, 'note'>
  minutes: number
  cwd: string
}

export async function runTests(
  runner: Runner,
  testContext: TestContext,
  needsKeychain = true,
): Promise<Outcome> {
  rmSync(runner.report, { force: true })
  mkdirSync(dirname(runner.report), { recursive: true })
  const command = [...runner.command, ...testContext.filters]
  const inside = needsKeychain
    ? withPrivateKeychain(command, mkdtempSync(join(testContext.scratch, 'keyring-')))
    : { command, env: {} }
  const env = { ...testContext.env, ...inside.env }
  const result = await run(inside.command, {
    cwd: runner.cwd,
    env,
    timeoutMs: runner.minutes * 60_000,
  })
  const outcome = { ...readReport(runner), note: '' }
  outcome.note = `${outcome.passed + outcome.failed} tests`
  const { flaky = [] } = outcome
  if (flaky.length > 0) log.notice('These failed at first and passed when run again:', flaky)
  if (result.timedOut)
    return { ...outcome, crash: `it did not end within ${runner.minutes} minutes` }
  if (outcome.crash !== undefined) return outcome
  if (result.code !== 0 && outcome.failed === 0)
    return { ...outcome, crash: `it exited with ${result.code} although no test failed` }
  if (outcome.passed + outcome.failed === 0) return { ...outcome, crash: 'it ran no test' }
  return outcome
}

function readReport(runner: Runner): Omit<Outcome, 'note'> {
  const nothing = { passed: 0, failed: 0, skipped: 0 }
  if (!existsSync(runner.report)) return { ...nothing, crash: 'it ended without a report' }
  try {
    return runner.read(JSON.parse(readFileSync(runner.report, 'utf8')))
  } catch {
    return { ...nothing, crash: 'its report cannot be read' }
  }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: vitestResults.optional(),
})

export function readVitest(text: unknown) {
  const report = vitestReport.parse(text)
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return countFlaky(counts, flakyOfVitest(report.testResults ?? []))
}

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite).default([]),
})

/** The number of tests in a report of `playwright test --list`, which counts what it does not run as skipped. */
export const countListed = (list: unknown) => playwrightReport.parse(list).stats.skipped

export function readPlaywright(text: unknown) {
  const { stats, errors, suites } = playwrightReport.parse(text)
  const all = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
  const counts = countFlaky(all, flakyOfPlaywright(suites))
  return errors.length > 0 && counts.failed === 0
    ? { ...counts, crash: 'it reported an error outside the tests' }
    : counts
}

/**
 * @param counts flaky tests among the passed
 * @param flaky titles
 */
function countFlaky(
  counts: Omit<Outcome, 'note'>,
  flaky: readonly string[],
): Omit<Outcome, 'note'> & { flaky: readonly string[] } {
  if (flaky.length <= LIMIT) return { ...counts, flaky }
  const { passed, failed } = counts
  return {
    ...counts,
    passed: passed - flaky.length,
    failed: failed + flaky.length,
    flaky,
  }
}

function flakyOfVitest(results: z.infer<typeof vitestResults>): string[] {
  return results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(({ fullName }) => fullName)
}

function flakyOfPlaywright(suites: readonly Suite[]): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${suite.title} › ${title}`),
    ...flakyOfPlaywright(suite.suites ?? []),
  ])
}
