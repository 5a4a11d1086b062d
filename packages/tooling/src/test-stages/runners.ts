import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { provideServers } from '../external-packages/external-servers.ts'
import { provideNewerNode } from '../external-packages/newer-node.ts'
import { run as runProgram } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { binOf, root } from '../command-support/paths.mjs'
import { leftOutBy, NIGHTLY_TAG } from '../left-out.ts'
import { recordProofs, proofsIn } from '../proofs/recorded-proofs.ts'
import {
  readPlaywrightProofs,
  readUnkeptProofs,
  readVitestProofs,
  type ProofsByFile,
} from '../proofs/proofs-of-runs.ts'
import { retries } from '../retries.ts'
import { ofMain } from '../threats/test-runs.ts'
import {
  countListed,
  playwrightEnvironment,
  readPlaywright,
  readVitest,
  runTests,
  type TestContext,
  type Runner,
} from './run-tests.ts'

/**
 * All of vitest, inside a private keychain; of source files that are named, the tests that import them. Without names it
 * leaves main's packages to {@link runOnShippingNode}.
 */
export async function runUnitTests(testContext: TestContext) {
  const { filters, isWhole, results } = testContext
  const report = join(results.reports, 'vitest.json')
  const mode = filters.some((file) => isSourceFile(file)) ? ['related', '--run'] : ['run']
  const outcome = await runTests(vitestWith(process.execPath, report, mode), {
    ...testContext,
    filters: filters.length > 0 ? filters : foldersBesideMain(),
  })
  keepProofsOf(testContext, report, { read: readVitestProofs, isWhole })
  return outcome
}

/** The tests of main's packages, and the servers that they start, on the line of Node that Electron ships. */
export async function runOnShippingNode(testContext: TestContext) {
  const node = await provideNewerNode()
  const report = join(testContext.results.reports, 'vitest-shipping-node.json')
  const filters = testContext.filters.length > 0 ? testContext.filters : ofMain
  // Some tests start `node` as a person names it.
  const path = [dirname(node), process.env['PATH']].join(delimiter)
  const env = { ...testContext.env, PATH: path }
  const outcome = await runTests(vitestWith(node, report), { ...testContext, env, filters })
  keepProofsOf(testContext, report, { read: readVitestProofs })
  return outcome
}

const foldersBesideMain = () => [
  'apps/',
  ...readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/`)
    .filter((folder) => !ofMain.includes(folder)),
]

const isSourceFile = (filter: string) =>
  existsSync(join(root, filter)) && /(?<!\.test)\.(?:[cm]?[jt]s|tsx)$/.test(filter)

/**
 * @param node program that runs it
 * @param mode of vitest
 */
function vitestWith(node: string, report: string, mode: readonly string[] = ['run']): Runner {
  const [, script] = binOf('vitest')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [node, script, ...mode, ...reporters, `--retry=${retries}`]
  return { command, report, read: readVitest, minutes: 30, cwd: root }
}

/** Gives each end-to-end test an application process of its own. */
const OWN_APPS = '--isolated'

const playwright = [...binOf('@playwright/test', 'playwright', 'e2e'), 'test']

/** All of Playwright on the built and the packaged application. */
export async function runEndToEndTests(testContext: TestContext) {
  const run = { report: 'playwright.json', minutes: 50 }
  if (!runsAppServers(testContext)) return runPlaywright(testContext, run)
  const env = { ...testContext.env, GATEHOUSE_APP_SERVERS: await provideServers('app-servers') }
  return runPlaywright({ ...testContext, env }, run)
}

/** The servers with interfaces are installed for a nightly run, and where their tests are named. */
function runsAppServers({ filters, includesNightly }: TestContext): boolean {
  const files = filters.filter((filter) => filter.endsWith('.ts'))
  const isNamed = files.some((file) => file.endsWith('apps-servers.spec.ts'))
  return includesNightly === true && (files.length === 0 || isNamed)
}

/** The tests of the built window and the gallery in a browser without Electron; see e2e/browser. */
export function runBrowserTests(testContext: TestContext) {
  const options = ['--config=browser/playwright.config.ts']
  return runPlaywright(testContext, { report: 'browser.json', minutes: 15, options })
}

async function runPlaywright(
  testContext: TestContext,
  run: { report: string; minutes: number; options?: readonly string[] },
) {
  const report = join(testContext.results.reports, run.report)
  const filters = testContext.filters.filter((filter) => filter !== OWN_APPS)
  const options = run.options ?? []
  const left = await listLeftOut({ ...testContext, filters }, report, options)
  const command = [
    ...playwright,
    ...options,
    '--reporter=list,json',
    `--retries=${retries}`,
    ...(left > 0 ? [`--grep-invert=${NIGHTLY_TAG}`] : []),
  ]
  const env = {
    ...playwrightEnvironment(testContext, report),
    GATEHOUSE_OWN_APPS: filters.length < testContext.filters.length ? '1' : undefined,
  }
  const outcome = await runTests(
    { command, report, read: readPlaywright, minutes: run.minutes, cwd: join(root, 'e2e') },
    { ...testContext, env, filters },
    // Each worker of the end-to-end tests has one of its own.
    false,
  )
  keepProofsOf(testContext, report, { read: readPlaywrightProofs })
  const unkept = existsSync(report)
    ? readUnkeptProofs(JSON.parse(readFileSync(report, 'utf8')))
    : []
  for (const { clause, file, title } of unkept)
    log.failure(`“${title}” of ${file} is to prove ${clause} and does not`)
  const note = left > 0 ? `${outcome.note}, ${left} left to nightly` : outcome.note
  return { ...outcome, note, failed: outcome.failed + unkept.length }
}

/**
 * Lists the tests that a run leaves to the nightly one, in a file beside its report.
 * @param options of Playwright
 * @returns their number
 */
async function listLeftOut(
  testContext: TestContext,
  report: string,
  options: readonly string[],
): Promise<number> {
  const list = leftOutBy(report)
  // A run of single files changes nothing about what the last whole run left out.
  if (testContext.filters.length === 0) rmSync(list, { force: true })
  if (testContext.includesNightly === true) {
    log.info(`Tests tagged ${NIGHTLY_TAG} run too.`)
    return 0
  }
  const { code, output } = await runProgram(
    [
      ...playwright,
      ...options,
      '--list',
      '--reporter=json',
      `--grep=${NIGHTLY_TAG}`,
      '--pass-with-no-tests',
      ...testContext.filters,
    ],
    { quiet: true, cwd: join(root, 'e2e'), env: playwrightEnvironment(testContext, list) },
  )
  if (code !== 0 || !existsSync(list))
    throw new CommandError(`Playwright cannot list the tests tagged ${NIGHTLY_TAG}:\n${output}`)
  const count = countListed(JSON.parse(readFileSync(list, 'utf8')))
  log.info(`${count} tests tagged ${NIGHTLY_TAG} are left to npm run nightly.`)
  return count
}

/**
 * Keeps what a run proved; one that ended without a report proved nothing.
 * @param options and whether proofs of earlier runs are forgotten
 */
function keepProofsOf(
  { results }: TestContext,
  report: string,
  {
    read,
    isWhole = false,
  }: { read: (report: unknown) => ProofsByFile; isWhole?: boolean | undefined },
) {
  const proofs = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : {}
  recordProofs(proofs, { isWhole, file: proofsIn(results.reports) })
}

/** A seeded fuzz of the built application, held against its limits; see e2e/fuzz. */
export function runAttack(
  testContext: TestContext,
  { seed, minutes }: { seed: number; minutes: number },
) {
  const report = join(testContext.results.reports, 'attack.json')
  const command = [...playwright, '--config=fuzz/playwright.config.ts', '--reporter=list,json']
  const env = {
    ...playwrightEnvironment(testContext, report),
    GATEHOUSE_ATTACK_SEED: String(seed),
    GATEHOUSE_ATTACK_MINUTES: String(minutes),
  }
  return runTests(
    { command, report, read: readPlaywright, minutes: minutes + 5, cwd: join(root, 'e2e') },
    { ...testContext, env },
  )
}
