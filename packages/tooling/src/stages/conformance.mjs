import { runSuite } from '../conformance/run-suite.ts'
import { log } from '../core/log.mjs'

/**
 * Every client scenario of the official suite, each a test.
 * @param {{ env: NodeJS.ProcessEnv, scratch: string }} bench
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function checkConformance({ env, scratch }) {
  const { runs, problems } = await runSuite([undefined], { env, scratch })
  for (const problem of problems) log.failure(problem)
  const outcomes = runs.flatMap((one) => one.outcomes)
  const passed = outcomes.filter(({ isPass }) => isPass).length
  return { passed, failed: problems.length, skipped: 0, note: `${outcomes.length} scenarios` }
}
