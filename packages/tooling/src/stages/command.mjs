import { startVirtualDisplay } from '../system/display.ts'
import { electronEnvironment, provideElectron } from '../electron/provide-electron.ts'
import { endAll } from '../core/run.mjs'
import { formatDuration } from '../core/log.mjs'
import { checkBudget, checkBuild, checkPackage } from './builds.mjs'
import { checkDeadCode, checkFormat, checkLint, checkTypes } from './checks.mjs'
import { checkConformance } from './conformance.mjs'
import { newerNode } from '../downloads/newer-node.ts'
import { runAttack, runEndToEndTests, runOnNewerNode, runUnitTests } from './runners.mjs'
import { checkProofs } from './proofs.mjs'
import { runStages } from './run-stages.mjs'
import { tally } from './tally.mjs'
import { testEnvironment } from './test-environment.mjs'
import { windowWorkers } from './window-workers.mjs'
import { checkThreats } from './threats.mjs'
import { CommandError } from '../core/command-error.mjs'
import { provideSystem } from '../system/provide-system.ts'
import { openTestRun } from '../test-run.ts'
import { everyBuild, withResultsInUse } from '../core/results-in-use.mjs'

/** @typedef {import('../electron/provide-electron.ts').Electron} Electron */
/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {import('./runners.mjs').Bench} Bench */
/** @typedef {Parameters<typeof provideSystem>[1][number] | 'electron'} Need */
/** @typedef {{ name: string, title: string, needs: readonly Need[], check: (electron: Electron, bench: Bench, ran: ReadonlySet<string>) => Promise<Outcome>, onlyByName?: boolean, isBeside?: boolean }} Stage */

/** What tests need that start windows, keychains and processes. */
const window = /** @type {const} */ (['electron', 'display', 'sessionBus', 'keyring', 'processes'])

const stages = /** @type {readonly Stage[]} */ ([
  { name: 'types', title: 'Types (tsc -b)', needs: [], check: checkTypes, isBeside: true },
  { name: 'lint', title: 'Lint (oxlint, type-aware)', needs: [], check: checkLint, isBeside: true },
  { name: 'format', title: 'Format (oxfmt)', needs: [], check: checkFormat, isBeside: true },
  { name: 'dead', title: 'Dead code (knip)', needs: [], check: checkDeadCode, isBeside: true },
  {
    name: 'unit',
    title: 'Unit and integration tests (vitest)',
    needs: window,
    check: (_, bench) => runUnitTests(bench),
  },
  {
    name: 'next',
    title: `Unit and integration tests of what runs in Node, on Node ${newerNode}`,
    needs: window,
    // As long as all unit tests, and hardly ever another result.
    onlyByName: true,
    check: (_, bench) => runOnNewerNode(bench),
  },
  {
    name: 'conformance',
    title: 'Conformance (the client scenarios of the official suite)',
    needs: [],
    check: (_, bench) => checkConformance(bench),
  },
  { name: 'build', title: 'Build', needs: [], check: checkBuild },
  {
    name: 'budget',
    title: 'Size budget (size-limit)',
    needs: [],
    check: () => withResultsInUse(['build'], checkBudget),
  },
  {
    name: 'package',
    title: 'Package (electron-builder, unpacked)',
    needs: ['electron'],
    check: (electron, { env }) => withResultsInUse(['build'], () => checkPackage(electron, env)),
  },
  {
    name: 'e2e',
    title: 'End-to-end tests (Playwright)',
    needs: [...window, 'chineseFonts'],
    check: (_, bench) => withResultsInUse(everyBuild, () => runEndToEndTests(bench)),
  },
  {
    name: 'attack',
    title: 'Attack (a seeded fuzz of one minute, as pnpm attack)',
    needs: window,
    check: (_, bench) =>
      withResultsInUse(['build'], () =>
        runAttack({ ...bench, filters: [] }, { seed: 1, minutes: 1 }),
      ),
  },
  {
    name: 'proofs',
    title: 'Proofs (every clause of e2e/requirements was asserted by a test that passed)',
    needs: [],
    check: (_, bench) => checkProofs(bench.results.reports, bench.isWhole === true),
  },
  {
    name: 'threats',
    title: 'Threats (docs/threats.md and the tests it cites)',
    needs: [],
    check: (_, { results }, ran) => checkThreats(ran, results.reports),
  },
])

/** In place of an Electron, for stages that need none. */
const none = Object.freeze({ dist: '', executable: '', version: '', isFallback: false })

/** What a stage needs to be built first when it is asked for alone. */
const before = Object.freeze({
  e2e: ['build', 'package'],
  attack: ['build'],
  budget: ['build'],
  package: ['build'],
})

/** @param {readonly string[]} args names of stages, then `--` and arguments for the runner */
export async function main(args) {
  const { chosen, filters } = readArguments(args)
  const run = openTestRun()
  // The stages that ran so far, and with no part of them left out.
  const ran = new Set()
  try {
    const { electron, env } = await provide(chosen, run)
    const { scratch, results } = run
    const bench = { env, scratch, results, filters, isWhole: args.length === 0 }
    const outcomes = await runStages(chosen, before, async (stage) => {
      const outcome = await stage.check(electron, bench, ran)
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

/**
 * What the chosen stages need, and no more: who asks for the lint alone waits for no window's libraries.
 * @param {readonly Stage[]} chosen
 * @param {import('../test-run.ts').TestRun} run
 */
async function provide(chosen, run) {
  const needs = new Set(chosen.flatMap((stage) => stage.needs))
  if (!needs.delete('electron')) return { electron: none, env: run.env }
  const electron = await provideElectron()
  if (!needs.has('display'))
    return { electron, env: { ...run.env, ...electronEnvironment(electron) } }
  await provideSystem(electron.executable, /** @type {Exclude<Need, 'electron'>[]} */ ([...needs]))
  // A window needs the keyboard to be consented in: each worker of the end-to-end tests has its own.
  const displays = await Promise.all(
    Array.from({ length: windowWorkers }, () => startVirtualDisplay()),
  )
  const env = testEnvironment(
    electron,
    displays.map(({ display }) => display),
    run,
  )
  return { electron, env }
}

/** @param {readonly string[]} args */
function readArguments(args) {
  const names = args.filter((arg) => stages.some((stage) => stage.name === arg))
  const filters = args.filter((arg) => !names.includes(arg))
  if (names.length === 0 && filters.length > 0) {
    throw new CommandError(
      `Name a stage first: npm test -- [${stages.map((stage) => stage.name).join('|')}] [arguments of its runner]`,
    )
  }
  const wanted = new Set(
    names.flatMap((name) => [...(before[/** @type {'e2e'} */ (name)] ?? []), name]),
  )
  const chosen = stages.filter((stage) =>
    names.length === 0 ? stage.onlyByName !== true : wanted.has(stage.name),
  )
  return { chosen, filters }
}
