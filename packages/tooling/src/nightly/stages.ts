import { CommandError } from '../command-support/command-error.mjs'
import { NIGHTLY_OPTION } from '../left-out.ts'
import { ofMain } from '../threats/test-runs.ts'

/** A check that takes too long for `npm test`. */
export interface NightlyStage {
  name: string
  title: string
  /** File of `bin`, and its arguments. */
  command: readonly [string, ...string[]]
  /** Added to the environment. */
  environment?: Readonly<Record<string, string>> | undefined
}

/** Tests whose number of runs follows `GATEHOUSE_NIGHTLY`. */
const longRuns = [
  'apps/desktop/src/main/display-fidelity/executed-command.test.ts',
  'apps/desktop/src/main/display-fidelity/rendered-text.test.ts',
  'apps/desktop/src/main/faults/killed-refreshes.test.ts',
  'apps/desktop/src/main/faults/killed-turns.test.ts',
  'apps/desktop/src/main/faults/model-soak.test.ts',
  'packages/llm/src/answer/fuzz.test.ts',
  'packages/mcp/checks/authorization/soak.test.ts',
  'packages/mcp/checks/tolerance/optional-members.test.ts',
  'packages/mcp/src/system/launch-pins/unwrap-launch.test.ts',
  'packages/tooling/src/lint/linear-expressions.test.mjs',
]

/** In the order in which they run. */
export const nightlyStages: readonly NightlyStage[] = [
  {
    name: 'installer',
    title: 'The .deb: install, start, upgrade, remove (root only)',
    command: ['installer.mjs', '--check'],
  },
  {
    name: 'pictures',
    title: 'The pictures of the README, compared with the app',
    command: ['pictures.mjs', '--check'],
  },
  {
    name: 'whole',
    title: 'Every check of npm test, with the tests that it leaves to the night',
    command: ['test.mjs', NIGHTLY_OPTION],
  },
  {
    name: 'isolated',
    title: 'The end-to-end tests, each in an application process of its own',
    command: ['test.mjs', 'e2e', '--isolated'],
  },
  {
    name: 'oldest-node',
    title: 'The unit tests of main’s packages on the Node that runs this',
    command: ['test.mjs', 'unit', ...ofMain],
  },
  {
    name: 'long-runs',
    title: 'Tests of many random or killed runs, at full length',
    command: ['test.mjs', 'unit', ...longRuns],
    environment: { GATEHOUSE_NIGHTLY: '1' },
  },
  {
    name: 'soak',
    title: 'Starts, stops and kills',
    command: ['soak.mjs'],
  },
  {
    name: 'attack',
    title: 'A seeded fuzz of ten minutes',
    command: ['attack.mjs', '--minutes', '10'],
  },
  {
    name: 'update',
    title: 'Data of an early version, updated and killed on the way',
    command: ['bench.mjs', 'update'],
  },
  {
    name: 'mutations',
    title: 'Workarounds of the MCP SDK, taken away one by one',
    command: ['mutations.mjs'],
  },
  {
    name: 'conformance',
    title: 'The official conformance suite, whole',
    command: ['conformance.mjs'],
  },
]

/**
 * The stages that a command line names; all without a name.
 * @throws {CommandError} for a name that is none of them
 */
export function chooseNightlyStages(names: readonly string[]): readonly NightlyStage[] {
  const unknown = names.find((name) => nightlyStages.every((stage) => stage.name !== name))
  if (unknown !== undefined) {
    const known = nightlyStages.map(({ name }) => name).join('|')
    throw new CommandError(`There is no stage ${unknown}. Usage: npm run nightly -- [${known}]…`)
  }
  return nightlyStages.filter(({ name }) => names.length === 0 || names.includes(name))
}
