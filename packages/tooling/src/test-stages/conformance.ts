import { runSuite } from '../conformance/run-suite.ts'
import { log } from '../command-support/log.mjs'
import type { Outcome } from './outcome.ts'

/** Every client scenario of the official suite, each a test. */
export async function checkConformance({
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
