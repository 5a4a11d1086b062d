import { join } from 'node:path'
import { bundleProgram } from '../bundle-program.ts'
import { timedStep } from '../command-support/step.mjs'
import { requireAllPassed } from './require-all-passed.ts'
import { provideSuite } from '../external-packages/conformance-suite.ts'
import { runScenarios } from './run-scenarios.ts'

/** Number of scenarios in each run of the pinned suite: a list that was not read whole is no pass. */
const expected = { all: 48, '2025-11-25': 25, '2026-07-28': 39 }

/**
 * Runs the application's connection layer as the client under test of the official suite.
 * @param versions every client scenario for `undefined`, else what a revision requires
 * @param bench environment of both, and a folder for the client
 */
export async function runSuite(
  versions: readonly (string | undefined)[],
  { env, scratch }: { env: NodeJS.ProcessEnv; scratch: string },
) {
  const suite = await provideSuite()
  const client = await timedStep('Bundle the connection layer', () =>
    bundleProgram({
      from: 'packages/mcp',
      entry: 'checks/conformance/client-under-test.ts',
      name: 'client',
      folder: join(scratch, 'conformance'),
    }),
  )
  const runs = []
  for (const version of versions) runs.push(await runScenarios({ suite, client, env }, version))
  return { runs, problems: requireAllPassed(runs, expected) }
}
