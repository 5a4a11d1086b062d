/** Measures the time from a launch until a person can type, and the idle app's memory, beside a bare window. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from '../build-and-start/build.ts'
import { startDisplays } from '../system-setup/display.ts'
import { electronEnvironment, provideElectron } from '../electron/provide-electron.ts'
import { desktop, root } from '../command-support/paths.mjs'
import { endAll, endGroup, startGroup } from '../command-support/child-processes.mjs'
import { sandboxArguments } from '../system-setup/sandbox.ts'
import { log } from '../command-support/log.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { provideSystem } from '../system-setup/provide-system.ts'
import { openTestRun } from '../test-run.ts'
import { median } from './statistics.ts'
import { printMeasures } from './measures.ts'
import { readdirSync, readFileSync } from 'node:fs'

const allowedTime = 1.4
const allowedMemory = 1.3
const launchLimitMs = 30_000
/** Launches after which memory is looked at, and how long they do nothing before. */
const memoryRounds = 3
const idleMs = 8000
const bench = join(root, 'packages/tooling/src/bench')

export type Candidate = {
  name: string
  wait: 'paint' | 'composer'
  main: string
  times: number[]
  memory: number[]
}

/**
 * Launches the application and a bare window in turn, and compares the medians.
 * @returns exit code
 */
export async function benchStart(count: number): Promise<number> {
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'fonts'])
  await buildApp()
  const flags = sandboxArguments()
  const run = openTestRun()
  const [display] = await startDisplays(1)
  const env = {
    ...process.env,
    ...run.env,
    ...electronEnvironment(electron),
    DISPLAY: display,
    WAYLAND_DISPLAY: undefined,
  }
  const candidates: Candidate[] = [
    {
      name: 'bare window, first paint',
      wait: 'paint',
      main: join(bench, 'baseline-window.cjs'),
      times: [],
      memory: [],
    },
    {
      name: 'Gatehouse, composer focusable',
      wait: 'composer',
      main: desktop,
      times: [],
      memory: [],
    },
  ]
  try {
    log.step(`Launch each ${count} times, in turn, after one to warm up`)
    for (let round = 0; round <= count; round++) {
      for (const { wait, main, times, memory } of candidates) {
        const profile = `--user-data-dir=${join(run.scratch, wait)}`
        const command = [
          electron.executable,
          ...flags,
          profile,
          '-r',
          join(bench, 'probe.cjs'),
          main,
        ]
        const isIdle = round > 0 && round <= memoryRounds
        const seen = await launch(command, { ...env, GATEHOUSE_BENCH_WAIT: wait }, isIdle)
        if (round > 0) times.push(seen.tookMs)
        if (seen.memory !== undefined) memory.push(seen.memory)
      }
    }
  } finally {
    await endAll()
    run.close()
  }
  return report(candidates)
}

/**
 * @param isIdle whether it is left alone for a while, and its memory looked at
 * @returns from the launch until the probe is content
 */
async function launch(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  isIdle: boolean,
): Promise<{ tookMs: number; memory: number | undefined }> {
  const started = performance.timeOrigin + performance.now()
  const child = startGroup(command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const at = await new Promise<number | undefined>((resolve) => {
    const late = setTimeout(resolve, launchLimitMs, undefined)
    child.once('close', () => resolve(undefined))
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      const found = /GATEHOUSE_BENCH ([\d.]+)\n/.exec(printed)
      if (found === null) return
      clearTimeout(late)
      resolve(Number(found[1]))
    })
  })
  if (isIdle && at !== undefined) await delay(idleMs)
  const memory = isIdle && child.pid !== undefined ? memoryBelow(child.pid) : undefined
  await endGroup(child, 5000)
  if (at !== undefined) return { tookMs: at - started, memory }
  throw new CommandError(
    `${command.at(-1)} did not become usable within ${launchLimitMs / 1000} s.\n${printed.trim()}`,
  )
}

function report(candidates: readonly Candidate[]) {
  for (const { name, times } of candidates)
    log.info(`${name}: ${times.map(Math.round).join(', ')} ms`)
  const [bare, own] = candidates
  if (bare === undefined || own === undefined) throw new CommandError('Nothing was measured.')
  const measures = [
    compare('Start until the composer has the keyboard', {
      own: median(own.times),
      bare: median(bare.times),
      unit: 'ms',
      allowed: allowedTime,
    }),
  ]
  if (own.memory.length > 0)
    measures.push(
      compare('Memory of all processes when idle', {
        own: median(own.memory),
        bare: median(bare.memory),
        unit: 'MB',
        allowed: allowedMemory,
      }),
    )
  return printMeasures(measures)
}

function compare(
  what: string,
  { own, bare, unit, allowed }: { own: number; bare: number; unit: string; allowed: number },
) {
  const ratio = own / bare
  return {
    what,
    seen: `${Math.round(own)} ${unit}, bare window ${Math.round(bare)} ${unit}: ${ratio.toFixed(2)}x`,
    target: `at most ${allowed}x`,
    isMet: ratio <= allowed,
  }
}

/**
 * Memory of a process and of all below it, shared pages counted by their share (PSS).
 * @returns MB; undefined where the system does not report it
 */
function memoryBelow(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  )
  const isBelow = (at: number | undefined) => {
    while (at !== undefined && at !== pid) at = parents.get(at)
    return at === pid
  }
  const sizes = [...parents.keys()].filter(isBelow).map(sizeOf)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

function parentOf(name: string) {
  const stat = textOf(`/proc/${name}/stat`)
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return parent > 0 ? parent : undefined
}

function sizeOf(pid: number) {
  return Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** @param file of a process that may be gone */
function textOf(file: string) {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
