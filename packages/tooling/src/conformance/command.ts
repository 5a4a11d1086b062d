/** `pnpm conformance`: the official suite with the connection layer as its client, written to `docs/conformance.md`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from './require-all-passed.ts'
import { suiteVersion } from '../external-packages/conformance-suite.ts'
import { runSuite } from './run-suite.ts'
import { root } from '../command-support/paths.mjs'
import { log } from '../command-support/log.mjs'
import { openTestRun } from '../test-run.ts'
import type { SuiteRun } from './run-scenarios.ts'

const reportFile = join(root, 'docs/conformance.md')
/** Every client scenario, then what each revision requires. */
const versions = [undefined, '2025-11-25', '2026-07-28']

export async function main(): Promise<number> {
  const run = openTestRun()
  const { runs, problems } = await runSuite(versions, run).finally(run.close)
  const table = tableOf(runs)
  console.log(`\n${table}\n`)
  writeFileSync(reportFile, report(table, runs))
  for (const problem of problems) log.failure(problem)
  if (problems.length > 0) return 1
  log.success('Conformance: every client scenario passes')
  return 0
}

function report(table: string, runs: readonly SuiteRun[]) {
  const counts = runs.map(({ title, outcomes }) => {
    const passing = outcomes.filter(({ isPass }) => isPass).length
    return `- ${title}: ${passing} of ${outcomes.length} client scenarios pass`
  })
  return `# Conformance

Written by \`pnpm conformance\`; do not edit. The official suite \`@modelcontextprotocol/conformance\`
${suiteVersion} runs the application's own connection layer (\`packages/mcp\`) as the client under test:
all of its client scenarios, then those that each revision requires.

${counts.join('\n')}

Every one of them is required: the command fails when one fails, and when fewer are found than the
pinned suite has.

${table}
`
}
