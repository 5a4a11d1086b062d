import '../src/check-node.mjs'
import { startVirtualDisplay } from '../src/display.mjs'
import { electronEnvironment, provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { endAll, endAllOnSignals } from '../src/run.mjs'
import { duration } from '../src/say.mjs'
import { checkBudget, checkBuild, checkPackage } from '../src/stages/builds.mjs'
import { checkDeadCode, checkFormat, checkLint, checkTypes } from '../src/stages/checks.mjs'
import { checkConformance } from '../src/stages/conformance.mjs'
import { newerNode } from '../src/newer-node.mjs'
import {
  runAttack,
  runEndToEndTests,
  runOnNewerNode,
  runUnitTests,
} from '../src/stages/runners.mjs'
import { checkProofs } from '../src/stages/proofs.mjs'
import { runStages } from '../src/stages/run-stages.mjs'
import { tally } from '../src/stages/tally.mjs'
import { testEnvironment } from '../src/stages/test-environment.mjs'
import { windowWorkers } from '../src/stages/window-workers.mjs'
import { checkThreats } from '../src/stages/threats.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { provideSystem } from '../src/system.mjs'
import { openTestRun } from '../src/test-run.mjs'
import { everyBuild, using } from '../src/uses.mjs'

/** @typedef {import('../src/electron.mjs').Electron} Electron */
/** @typedef {import('../src/stages/outcome.mjs').Outcome} Outcome */
/** @typedef {import('../src/stages/runners.mjs').Bench} Bench */
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
    check: () => using(['build'], checkBudget),
  },
  {
    name: 'package',
    title: 'Package (electron-builder, unpacked)',
    needs: ['electron'],
    check: (electron, { env }) => using(['build'], () => checkPackage(electron, env)),
  },
  {
    name: 'e2e',
    title: 'End-to-end tests (Playwright)',
    needs: [...window, 'chineseFonts'],
    check: (_, bench) => using(everyBuild, () => runEndToEndTests(bench)),
  },
  {
    name: 'attack',
    title: 'Attack (a seeded fuzz of one minute, as pnpm attack)',
    needs: window,
    check: (_, bench) =>
      using(['build'], () => runAttack({ ...bench, filters: [] }, { seed: 1, minutes: 1 })),
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

endAllOnSignals()
await runScript(() => test(process.argv.slice(2)))

/** @param {readonly string[]} args names of stages, then `--` and arguments for the runner */
async function test(args) {
  const started = performance.now()
  const { chosen, filters } = readArguments(args)
  await installPackages()
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
    console.log(`\nThe whole took ${duration(performance.now() - started)}.`)
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
 * @param {import('../src/test-run.mjs').TestRun} run
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
    throw new StopHere(
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
