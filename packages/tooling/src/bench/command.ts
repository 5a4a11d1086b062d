import { benchProtocol, benchSignedIn } from './protocol.ts'
import { benchInstalledServers } from './installed-servers.ts'
import { benchStart } from './start.ts'
import { benchToolSearch } from './tool-search.ts'
import { benchUpdate } from './data-migration.ts'
import { printMeasures, measuresSchema, type Measure } from './measures.ts'
import { buildApp } from '../build-and-start/build.ts'
import { startDisplays } from '../system-setup/display.ts'
import { provideElectron } from '../electron/provide-electron.ts'
import { withLock } from '../command-support/lock.mjs'
import { endAll } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { testEnvironment } from '../test-stages/test-environment.ts'
import { CommandError } from '../command-support/command-error.mjs'
import { provideSystem } from '../system-setup/provide-system.ts'
import { openTestRun } from '../test-run.ts'
import { withResultsInUse } from '../command-support/results-in-use.mjs'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, root } from '../command-support/paths.mjs'
import type { Outcome } from '../test-stages/outcome.ts'
import {
  playwrightEnvironment,
  readPlaywright,
  runTests,
  type TestContext,
} from '../test-stages/run-tests.ts'

const usage = `Usage:
  pnpm bench start [number of launches]   time and idle memory, beside a bare window
  pnpm bench start servers [rounds]       installed servers beside npx with the same packages, which are fetched once
  pnpm bench start --servers [number]     while so many servers start and a person types
  pnpm bench chat [part]                  long chats, long answers, typing, search, large results: all, or one of
                                          openings, streaming, searches, result
  pnpm bench apps                         a chat with fifty interfaces of servers: memory, typing, scrolling, and how soon
                                          one that spins or takes memory is ended
  pnpm bench protocol [signed-in]         the connection layer beside the bare SDK client: all, or calls with and
                                          without a sign-in alone
  pnpm bench update [gigabytes]           a file of an earlier version, killed on the way and compared; then one
                                          in the app, whose main must stay responsive meanwhile
  pnpm bench import                       an archive of 5,000 chats of another product, and a chat of our own of 200 MB:
                                          main must stay responsive while they are read and imported
  pnpm bench files                        each sample file attached: main must stay responsive, and the processes that
                                          read and draw within their memory
  pnpm bench tools                        how often the search for tools finds the right one of 500, and what it saves`

export async function main(args: string[]): Promise<number> {
  const [what, ...rest] = args
  if (what === 'protocol')
    return withLock('bench-protocol', rest[0] === 'signed-in' ? benchSignedIn : benchProtocol)
  if (what === 'tools') return benchToolSearch()
  if (what === 'update') {
    const codes = [await benchUpdate(Number(rest[0] ?? '2')), await benchWindow('update', {})]
    return Math.max(...codes)
  }
  if (what === 'apps' || what === 'files' || what === 'import') return benchWindow(what, {})
  if (what === 'chat') return benchWindow('chat', { GATEHOUSE_BENCH_PART: rest[0] })
  if (what !== 'start') throw new CommandError(usage)
  if (rest[0] === '--servers')
    return benchWindow('servers', { GATEHOUSE_BENCH_SERVERS: rest[1] ?? '30' })
  if (rest[0] === 'servers') return benchInstalledServers(Number(rest[1] ?? '5'))
  return benchStart(Number(rest[0] ?? '7'))
}

/** Measures in a real window, and prints what was seen beside what is wanted. */
async function benchWindow(what: WindowBench, settings: NodeJS.ProcessEnv) {
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'sessionBus', 'keyring', 'fonts'])
  await buildApp()
  const run = openTestRun()
  const displays = await startDisplays(1)
  try {
    const { scratch, results } = run
    const env = { ...testEnvironment(electron, displays, run), ...settings }
    const { outcome, measures } = await withResultsInUse(['build'], () =>
      runBench({ env, scratch, results, filters: [] }, what),
    )
    if (outcome.failed > 0 || outcome.crash !== undefined || measures.length === 0) {
      log.failure(`Not measured: ${outcome.crash ?? outcome.note}`)
      return 1
    }
    return printMeasures(measures)
  } finally {
    await endAll()
    run.close()
  }
}

/** A file `e2e/bench/NAME.bench.ts`. */
type WindowBench = 'apps' | 'chat' | 'files' | 'import' | 'servers' | 'update'

/** Measures the built application in a real window; see e2e/bench. */
async function runBench(
  testContext: TestContext,
  what: WindowBench,
): Promise<{ outcome: Outcome; measures: Measure[] }> {
  const report = join(testContext.results.reports, 'bench.json')
  const table = join(testContext.results.reports, 'bench-measures.json')
  rmSync(table, { force: true })
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=bench/playwright.config.ts',
    '--reporter=line,json',
  ]
  const env = {
    ...playwrightEnvironment(testContext, report),
    GATEHOUSE_BENCH: what,
    GATEHOUSE_BENCH_FILE: table,
  }
  const runner = { command, report, read: readPlaywright, minutes: 25, cwd: join(root, 'e2e') }
  const outcome = await runTests(runner, { ...testContext, env })
  const measures = existsSync(table)
    ? measuresSchema.parse(JSON.parse(readFileSync(table, 'utf8')))
    : []
  return { outcome, measures }
}
