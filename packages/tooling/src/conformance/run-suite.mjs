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
 */
export async function runSuite(versions) {
  const suite = await provideSuite()
  const client = await timed('Bundle the connection layer', bundleClient)
  const runs = []
  for (const version of versions) runs.push(await runScenarios({ suite, client }, version))
  return { runs, problems: judge(runs, expected) }
}
