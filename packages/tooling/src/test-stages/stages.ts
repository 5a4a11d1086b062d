/** The stages of `npm test` in their order, and what each needs. */
import { CommandError } from '../command-support/command-error.mjs'
import { withResultsInUse } from '../command-support/results-in-use.mjs'
import { newerNode } from '../external-packages/newer-node.ts'
import { NIGHTLY_OPTION, leftOutLists } from '../left-out.ts'
import type { Electron } from '../electron/provide-electron.ts'
import { withDiskFolder } from '../system-setup/memory-folder.ts'
import type { SystemDependency } from '../system-setup/provide-system.ts'
import { checkBudget, checkBuild, checkPackage } from './builds.ts'
import { checkDeadCode, checkFormat, checkLint, checkProjects } from './checks.ts'
import type { Outcome } from './outcome.ts'
import { runAttack, runEndToEndTests, runOnShippingNode, runUnitTests } from './runners.ts'
import type { TestContext } from './run-tests.ts'
import { checkInBrowser } from './shipping-browser.ts'
import { runSuite } from '../conformance/run-suite.ts'
import { log } from '../command-support/log.mjs'
import { countProved, faultsOfProofs } from '../proofs/check-proofs.ts'
import { readLeftOutProofs } from '../proofs/proofs-of-runs.ts'
import { proofsIn, readRecordedProofs } from '../proofs/recorded-proofs.ts'
import { requiredClausesOf, readRequirements } from '../proofs/read-requirements.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countLeftOut, faultsOfRun } from '../threats/faults.ts'
import { pageOf, threatsPage } from '../threats/page.ts'
import { readThreats } from '../threats/read-threats.ts'
import { leftOutOf, resultsIn, threatsCoveredBy } from '../threats/test-runs.ts'

/** Context of a stage: an Electron that is empty if no chosen stage needs one. */
export interface StageContext {
  electron: Electron
  testContext: TestContext
  /** Stages that ran so far in this run, with no part of them left out. */
  ran: ReadonlySet<string>
}

/** Something that has to be provided before a stage can run; packages are installed for each. */
export type Need = SystemDependency | 'electron'

export interface Stage {
  name: string
  title: string
  /** Only what is named is looked for or installed. */
  needs: readonly Need[]
  check: (context: StageContext) => Promise<Outcome>
  /** It runs at the same time as adjacent stages that have this set. */
  runsInParallel?: boolean
  /** A run of all stages has it with the tests of the night alone. */
  isNightly?: boolean
}

/** Needs of tests that start windows, keychains and processes. */
const window: readonly Need[] = ['electron', 'display', 'sessionBus', 'keyring', 'processes']

/** Builds that the end-to-end tests start. */
const everyBuild = ['build', 'package-drivable', 'package-sealed']

export const stages: readonly Stage[] = [
  { name: 'types', title: 'Projects (tsc -b)', needs: [], check: checkProjects, isNightly: true },
  {
    name: 'lint',
    title: 'Types and lint (oxlint, with the compiler)',
    needs: [],
    check: ({ testContext }) => checkLint(testContext.filters),
    runsInParallel: true,
  },
  {
    name: 'format',
    title: 'Format (oxfmt)',
    needs: [],
    check: ({ testContext }) => checkFormat(testContext.filters),
    runsInParallel: true,
  },
  {
    name: 'dead',
    title: 'Dead code (knip)',
    needs: [],
    check: checkDeadCode,
    runsInParallel: true,
  },
  {
    name: 'unit',
    title: 'Unit and integration tests (vitest)',
    needs: [...window, 'pip'],
    check: ({ testContext }) => runUnitTests(testContext),
  },
  {
    name: 'next',
    title: `Unit and integration tests of main's packages, on Node ${newerNode}`,
    needs: [...window, 'pip'],
    check: ({ testContext }) => runOnShippingNode(testContext),
  },
  { name: 'build', title: 'Build', needs: [], check: checkBuild },
  {
    name: 'budget',
    title: 'Size budget (size-limit)',
    needs: [],
    check: () => withResultsInUse(['build'], checkBudget),
  },
  {
    name: 'browser',
    title: 'The window and the gallery in the browser that ships (Playwright)',
    needs: ['browser', 'chineseFonts'],
    check: ({ testContext }) => checkInBrowser(testContext),
  },
  {
    name: 'package',
    title: 'Package (electron-builder, unpacked)',
    needs: ['electron'],
    check: ({ electron, testContext }) =>
      withResultsInUse(['build'], () => checkPackage(electron, testContext.env)),
  },
  {
    name: 'e2e',
    title: 'End-to-end tests (Playwright)',
    needs: [...window, 'chineseFonts', 'browser'],
    // What the next one waits for leaves a processor to it.
    runsInParallel: true,
    check: ({ testContext }) => withResultsInUse(everyBuild, () => runEndToEndTests(testContext)),
  },
  {
    name: 'conformance',
    title: 'Conformance (the client scenarios of the official suite)',
    needs: [],
    // For most of its time it waits.
    runsInParallel: true,
    check: ({ testContext }) => checkConformance(testContext),
  },
  {
    name: 'attack',
    title: 'Attack (a seeded fuzz of one minute, as pnpm attack)',
    needs: window,
    // Alone: work beside it for its whole time would count as the work of the app.
    check: ({ testContext }) =>
      withResultsInUse(['build'], () =>
        withDiskFolder((folders) => {
          const env = { ...testContext.env, ...folders }
          return runAttack({ ...testContext, env, filters: [] }, { seed: 1, minutes: 1 })
        }),
      ),
  },
  {
    name: 'proofs',
    title: 'Proofs (every clause of e2e/requirements was asserted by a test that passed)',
    needs: [],
    check: ({ testContext }) =>
      checkProofs(testContext.results.reports, testContext.isWhole === true),
  },
  {
    name: 'threats',
    title: 'Threats (docs/threats.md and the tests it cites)',
    needs: [],
    check: ({ testContext, ran }) => checkThreats(ran, testContext.results.reports),
  },
]

/** Stages that run before a stage when it is requested alone. */
export const prerequisites: Readonly<Record<string, readonly string[]>> = Object.freeze({
  e2e: ['build', 'package'],
  attack: ['build'],
  browser: ['build'],
  budget: ['build'],
  package: ['build'],
})

/**
 * The stages that a command line names, all without a name; what is no name is for their runner. Tests tagged `@nightly`
 * run, and stages of the night, where the command line says so, or says by name which tests run.
 * @throws {CommandError} for arguments of a runner without a stage
 */
export function chooseStages(args: readonly string[]): {
  chosen: readonly Stage[]
  filters: string[]
  includesNightly: boolean
} {
  const names = args.filter((arg) => stages.some((stage) => stage.name === arg))
  const filters = args.filter((arg) => !names.includes(arg) && arg !== NIGHTLY_OPTION)
  if (names.length === 0 && filters.length > 0) {
    throw new CommandError(
      `Name a stage first: npm test -- [${stages.map((stage) => stage.name).join('|')}] [arguments of its runner]`,
    )
  }
  const wanted = new Set(names.flatMap((name) => [...(prerequisites[name] ?? []), name]))
  const includesNightly = args.includes(NIGHTLY_OPTION) || filters.length > 0
  const chosen = stages.filter(({ name, isNightly }) =>
    names.length === 0 ? includesNightly || isNightly !== true : wanted.has(name),
  )
  return { chosen, filters, includesNightly }
}

/** Returns the common needs of all chosen stages. */
export function needsOf(chosen: readonly Stage[]): {
  electron: boolean
  things: SystemDependency[]
} {
  const needs = new Set(chosen.flatMap((stage) => stage.needs))
  const things = [...needs].filter((need) => need !== 'electron')
  return { electron: needs.has('electron'), things }
}

/** Every client scenario of the official suite, each a test. */
async function checkConformance({
  env,
  scratch,
}: {
  env: NodeJS.ProcessEnv
  scratch: string
}): Promise<Outcome> {
  const { runs, problems } = await runSuite([undefined], { env, scratch })
  for (const problem of problems) log.failure(problem)
  const outcomes = runs.flatMap((one) => one.outcomes)
  const passed = outcomes.filter(({ isPass }) => isPass).length
  return { passed, failed: problems.length, skipped: 0, note: `${outcomes.length} scenarios` }
}

/**
 * Every clause of every requirement, in every variant it lists, was asserted by a test that passed, or is named by one
 * that this run left to the nightly one.
 * @param reports folder of the reports of this run
 * @param haveTestsRun whether all tests have just run
 */
async function checkProofs(reports: string, haveTestsRun: boolean): Promise<Outcome> {
  const requirements = await readRequirements()
  const clauses = requiredClausesOf(requirements)
  const proofs = Object.values(readRecordedProofs(proofsIn(reports))).flatMap((kept) => kept.proofs)
  const leftOut = leftOutLists(reports).flatMap((list) => readLeftOutProofs(list))
  const faults = haveTestsRun ? faultsOfProofs(clauses, proofs, leftOut) : []
  for (const fault of faults) log.failure(fault)
  const counts = `${Object.keys(requirements).length} requirements, ${clauses.length} clauses by variant`
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length === 0 ? 0 : 1,
    skipped: 0,
    note: haveTestsRun
      ? `${counts}: ${countProved(clauses, proofs, leftOut)}`
      : `${counts}; not all tests have run`,
  }
}

/**
 * The threats above the tests: their page is up to date, and the tests have passed where they were part of this run,
 * or are left to the nightly run.
 * @param ran stages that ran whole, in this run
 * @param reports folder of the reports of this run
 */
async function checkThreats(ran: ReadonlySet<string>, reports: string): Promise<Outcome> {
  const { threats, faults: textFaults } = readThreats()
  const read = (name: string) => readReport(join(reports, name))
  const { covered, notRunNote } = threatsCoveredBy(threats, ran)
  const leftOut = leftOutOf(ran, read)
  const faults = [...textFaults, ...faultsOfRun(covered, resultsIn(ran, read), leftOut)]
  const left = countLeftOut(covered, leftOut)
  const page = existsSync(threatsPage) ? readFileSync(threatsPage, 'utf8') : ''
  if (page !== pageOf(threats)) faults.push('docs/threats.md is not up to date; run: pnpm threats')
  for (const fault of faults) log.failure(fault)
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length === 0 ? 0 : 1,
    skipped: 0,
    note: [
      `${threats.length} threats`,
      ...(left === 0 ? [] : [`tests of ${left} left to nightly`]),
      ...(notRunNote === '' ? [] : [notRunNote]),
    ].join('; '),
  }
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
