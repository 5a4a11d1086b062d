import { timed } from '../step.mjs'
import { bundleClient } from './bundle-client.mjs'
import { judge } from './judge.mjs'
import { provideSuite } from './provide-suite.mjs'
import { runScenarios } from './run-scenarios.mjs'

/** How many scenarios the pinned suite has for each: a list that was not read whole is no pass. */
const expected = { all: 48, '2025-11-25': 25, '2026-07-28': 39 }

/**
 * Runs the application's connection layer as the client under test of the official suite.
 * @param {readonly (string | undefined)[]} versions every client scenario for `undefined`, else what a revision requires
 * @param {{ env: NodeJS.ProcessEnv, scratch: string }} bench environment of both, and a folder for the client
 */
export async function runSuite(versions, { env, scratch }) {
  const suite = await provideSuite()
  const client = await timed('Bundle the connection layer', () => bundleClient(scratch))
  const runs = []
  for (const version of versions) runs.push(await runScenarios({ suite, client, env }, version))
  return { runs, problems: judge(runs, expected) }
}
