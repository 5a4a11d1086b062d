import '../src/check-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchProtocol } from '../src/bench/bench-protocol.mjs'
import { median } from '../src/bench/numbers.mjs'
import { buildApp } from '../src/build.mjs'
import { startVirtualDisplay } from '../src/display.mjs'
import { electronEnvironment, provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { desktop, root } from '../src/paths.mjs'
import { endAll, endAllOnSignals, endGroup, startGroup } from '../src/run.mjs'
import { sandboxArguments } from '../src/sandbox.mjs'
import { bad, begin, good, info } from '../src/say.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { provideSystem } from '../src/system.mjs'

const allowedRatio = 1.5
const launchLimitMs = 30_000
const bench = join(root, 'packages/tooling/src/bench')

/** @typedef {{ name: string, wait: 'paint' | 'composer', main: string, times: number[] }} Candidate */

endAllOnSignals()
await runScript(async () => {
  const [what, count = '7'] = process.argv.slice(2)
  if (what === 'protocol') return benchProtocol()
  if (what !== 'start')
    throw new StopHere('Usage: pnpm bench start [number of launches], or: pnpm bench protocol')
  return benchStart(Number(count))
})

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
  const profiles = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const { display } = await startVirtualDisplay()
  const env = {
    ...process.env,
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
        const profile = `--user-data-dir=${join(profiles, wait)}`
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
    rmSync(profiles, { recursive: true, force: true })
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
