import '../src/check-node.mjs'
import { join } from 'node:path'
import { benchProtocol } from '../src/bench/bench-protocol.mjs'
import { benchUpdate } from '../src/bench/bench-update.mjs'
import { median } from '../src/bench/numbers.mjs'
import { printVerdicts } from '../src/bench/verdicts.mjs'
import { buildApp } from '../src/build.mjs'
import { startVirtualDisplay } from '../src/display.mjs'
import { electronEnvironment, provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { alone } from '../src/lock.mjs'
import { desktop, root } from '../src/paths.mjs'
import { endAll, endAllOnSignals, endGroup, startGroup } from '../src/run.mjs'
import { sandboxArguments } from '../src/sandbox.mjs'
import { bad, begin, good, info } from '../src/say.mjs'
import { runBench } from '../src/stages/runners.mjs'
import { testEnvironment } from '../src/stages/test-environment.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { provideSystem } from '../src/system.mjs'
import { openTestRun } from '../src/test-run.mjs'
import { using } from '../src/uses.mjs'

const usage = `Usage:
  pnpm bench start [number of launches]   beside a bare window
  pnpm bench start --servers [number]     while so many servers start and a person types
  pnpm bench chat [part]                  long chats, long answers, typing, search, large results: all, or one of
                                          openings, streaming, searches, result
  pnpm bench protocol                     the connection layer beside the bare SDK client
  pnpm bench update [gigabytes]           a file of an earlier version, killed on the way and compared`
const allowedRatio = 1.5
const launchLimitMs = 30_000
const bench = join(root, 'packages/tooling/src/bench')

/** @typedef {{ name: string, wait: 'paint' | 'composer', main: string, times: number[] }} Candidate */

endAllOnSignals()
await runScript(async () => {
  const [what, ...rest] = process.argv.slice(2)
  if (what === 'protocol') return alone('bench-protocol', benchProtocol)
  if (what === 'update') return benchUpdate(Number(rest[0] ?? '2'))
  if (what === 'chat') return benchWindow('chat', { GATEHOUSE_BENCH_PART: rest[0] })
  if (what !== 'start') throw new StopHere(usage)
  if (rest[0] === '--servers')
    return benchWindow('servers', { GATEHOUSE_BENCH_SERVERS: rest[1] ?? '30' })
  return benchStart(Number(rest[0] ?? '7'))
})

/**
 * Measures in a real window, and prints what was seen beside what is wanted.
 * @param {'chat' | 'servers'} what
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

/**
 * Launches the application and a bare window in turn, and compares the medians.
 * @param {number} count
 */
async function benchStart(count) {
  await installPackages()
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'fonts'])
  await buildApp()
  const flags = sandboxArguments()
  const run = openTestRun()
  const { display } = await startVirtualDisplay()
  const env = {
    ...process.env,
    ...run.env,
    ...electronEnvironment(electron),
    DISPLAY: display,
    WAYLAND_DISPLAY: undefined,
  }
  /** @type {Candidate[]} */
  const candidates = [
    { name: 'bare window, first paint', wait: 'paint', main: join(bench, 'hello.cjs'), times: [] },
    { name: 'Gatehouse, composer focusable', wait: 'composer', main: desktop, times: [] },
  ]
  try {
    begin(`Launch each ${count} times, in turn, after one to warm up`)
    for (let round = 0; round <= count; round++) {
      for (const { wait, main, times } of candidates) {
        const profile = `--user-data-dir=${join(run.scratch, wait)}`
        const command = [
          electron.executable,
          ...flags,
          profile,
          '-r',
          join(bench, 'probe.cjs'),
          main,
        ]
        const took = await launch(command, { ...env, GATEHOUSE_BENCH_WAIT: wait })
        if (round > 0) times.push(took)
      }
    }
  } finally {
    await endAll()
    run.close()
  }
  return report(candidates)
}

/**
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} milliseconds from the launch until the probe is content
 */
async function launch(command, env) {
  const started = performance.timeOrigin + performance.now()
  const child = startGroup(command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stderr?.on('data', (chunk) => (printed += chunk))
  const at = await new Promise((resolve) => {
    const late = setTimeout(resolve, launchLimitMs, undefined)
    child.once('close', () => resolve(undefined))
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      const found = /GATEHOUSE_BENCH ([\d.]+)\n/.exec(printed)
      if (found === null) return
      clearTimeout(late)
      resolve(Number(found[1]))
    })
  })
  await endGroup(child, 5000)
  if (at !== undefined) return at - started
  throw new StopHere(
    `${command.at(-1)} did not become usable within ${launchLimitMs / 1000} s.\n${printed.trim()}`,
  )
}

/** @param {readonly Candidate[]} candidates */
function report(candidates) {
  for (const { name, times } of candidates) {
    info(`${name}: median ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')})`)
  }
  const [bare = Number.NaN, own = Number.NaN] = candidates.map(({ times }) => median(times))
  const said = `Start: ${(own / bare).toFixed(2)} times a bare window; at most ${allowedRatio} is allowed`
  if (own / bare <= allowedRatio) good(said)
  else bad(said)
  return own / bare <= allowedRatio ? 0 : 1
}
