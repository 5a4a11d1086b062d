import '../src/check-node.mjs'
import { benchProtocol } from '../src/bench/bench-protocol.mjs'
import { benchStart } from '../src/bench/bench-start.mjs'
import { benchUpdate } from '../src/bench/bench-update.mjs'
import { printVerdicts } from '../src/bench/verdicts.mjs'
import { buildApp } from '../src/build.mjs'
import { startVirtualDisplay } from '../src/display.mjs'
import { provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { alone } from '../src/lock.mjs'
import { endAll, endAllOnSignals } from '../src/run.mjs'
import { bad } from '../src/say.mjs'
import { runBench } from '../src/stages/runners.mjs'
import { testEnvironment } from '../src/stages/test-environment.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { provideSystem } from '../src/system.mjs'
import { openTestRun } from '../src/test-run.mjs'
import { using } from '../src/uses.mjs'

const usage = `Usage:
  pnpm bench start [number of launches]   time and idle memory, beside a bare window
  pnpm bench start --servers [number]     while so many servers start and a person types
  pnpm bench chat [part]                  long chats, long answers, typing, search, large results: all, or one of
                                          openings, streaming, searches, result
  pnpm bench protocol                     the connection layer beside the bare SDK client
  pnpm bench update [gigabytes]           a file of an earlier version, killed on the way and compared; then one
                                          in the app, whose main must answer meanwhile`

endAllOnSignals()
await runScript(async () => {
  const [what, ...rest] = process.argv.slice(2)
  if (what === 'protocol') return alone('bench-protocol', benchProtocol)
  if (what === 'update') {
    const codes = [await benchUpdate(Number(rest[0] ?? '2')), await benchWindow('update', {})]
    return Math.max(...codes)
  }
  if (what === 'chat') return benchWindow('chat', { GATEHOUSE_BENCH_PART: rest[0] })
  if (what !== 'start') throw new StopHere(usage)
  if (rest[0] === '--servers')
    return benchWindow('servers', { GATEHOUSE_BENCH_SERVERS: rest[1] ?? '30' })
  return benchStart(Number(rest[0] ?? '7'))
})

/**
 * Measures in a real window, and prints what was seen beside what is wanted.
 * @param {'chat' | 'servers' | 'update'} what
 * @param {NodeJS.ProcessEnv} settings
 */
async function benchWindow(what, settings) {
  await installPackages()
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'sessionBus', 'keyring', 'fonts'])
  await buildApp()
  const run = openTestRun()
  const { display } = await startVirtualDisplay()
  try {
    const { scratch, results } = run
    const env = { ...testEnvironment(electron, [display], run), ...settings }
    const { outcome, measures } = await using(['build'], () =>
      runBench({ env, scratch, results, filters: [] }, what),
    )
    if (outcome.failed > 0 || outcome.crash !== undefined || measures.length === 0) {
      bad(`Not measured: ${outcome.crash ?? outcome.note}`)
      return 1
    }
    return printVerdicts(measures)
  } finally {
    await endAll()
    run.close()
  }
}
