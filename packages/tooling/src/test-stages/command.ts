/** `npm test [-- stages] [arguments of the runner]` */
import { formatDuration, log } from '../command-support/log.mjs'
import { endAll } from '../command-support/child-processes.mjs'
import { NIGHTLY_OPTION } from '../left-out.ts'
import {
  electronEnvironment,
  provideElectron,
  type Electron,
} from '../electron/provide-electron.ts'
import { startDisplays } from '../system-setup/display.ts'
import { fastTempFolder } from '../system-setup/memory-folder.ts'
import { provideSystem } from '../system-setup/provide-system.ts'
import { openTestRun, type TestRun } from '../test-run.ts'
import { changedFiles, stagesOf } from './changed.ts'
import { runStages } from './run-stages.ts'
import { chooseStages, needsOf, prerequisites, stages, type Stage } from './stages.ts'
import { tally } from './tally.ts'
import { testEnvironment } from './test-environment.ts'
import { availableParallelism } from 'node:os'

/**
 * End-to-end tests that run at once, each in a window on a display of its own. They wait for a good part of their time:
 * one for each core and one more keep it busy.
 */
const windowWorkers = Math.min(availableParallelism() + 1, 6)

/** In place of an Electron, for stages that need none. */
const none: Electron = Object.freeze({ dist: '', executable: '', version: '', isFallback: false })

export async function main(args: readonly string[]): Promise<number> {
  const { chosen, filtersOf, includesNightly } = await choose(args)
  const run = openTestRun(undefined, fastTempFolder())
  const ran = new Set<string>()
  try {
    const { electron, env } = await provide(chosen, run)
    const { scratch, results } = run
    const isWhole = args.every((arg) => arg === NIGHTLY_OPTION)
    const outcomes = await runStages(chosen, prerequisites, async (stage) => {
      const filters = filtersOf(stage)
      const testContext = { env, scratch, results, filters, isWhole, includesNightly }
      const outcome = await stage.check({ electron, testContext, ran })
      if (filters.length === 0) ran.add(stage.name)
      return outcome
    })
    const { lines, exitCode } = tally(outcomes)
    console.log(`\nThe whole took ${formatDuration(performance.now())}.`)
    for (const line of lines) console.log(line)
    return exitCode
  } finally {
    await endAll()
    run.close()
  }
}

/** The stages of a command line, and the arguments of their runners. */
async function choose(args: readonly string[]) {
  if (args[0] !== 'changed') {
    const { filters, ...choice } = chooseStages(args)
    return { ...choice, filtersOf: () => filters }
  }
  const files = await changedFiles(args[1])
  const byName = stagesOf(files)
  log.info(`${files.length} changed files: ${[...byName.keys()].join(', ')}`)
  return {
    chosen: stages.filter(({ name }) => byName.has(name)),
    filtersOf: ({ name }: Stage) => byName.get(name) ?? [],
    // Of some of what a change affects they are the only proof.
    includesNightly: true,
  }
}

/** Provides the needs of the chosen stages only: a run of the lint alone waits for no window's libraries. */
async function provide(chosen: readonly Stage[], run: TestRun) {
  const needs = needsOf(chosen)
  const electron = needs.electron ? await provideElectron() : none
  const needsDisplay = needs.things.includes('display')
  if (needs.things.length > 0)
    await provideSystem(needsDisplay ? electron.executable : undefined, needs.things)
  if (!needs.electron) return { electron, env: run.env }
  if (!needsDisplay) return { electron, env: { ...run.env, ...electronEnvironment(electron) } }
  // A window needs the keyboard to be consented in: each worker of the end-to-end tests has its own.
  const displays = await startDisplays(windowWorkers)
  return { electron, env: testEnvironment(electron, displays, run) }
}
