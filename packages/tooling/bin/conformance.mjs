import '../src/check-node.mjs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '../src/conformance/judge.mjs'
import { suiteVersion } from '../src/conformance/provide-suite.mjs'
import { runSuite } from '../src/conformance/run-suite.mjs'
import { root } from '../src/paths.mjs'
import { endAllOnSignals } from '../src/run.mjs'
import { bad, good } from '../src/say.mjs'
import { runScript } from '../src/stop-here.mjs'
import { openTestRun } from '../src/test-run.mjs'

const reportFile = join(root, 'docs/conformance.md')
/** Every client scenario, then what each revision requires. */
const versions = [undefined, '2025-11-25', '2026-07-28']

endAllOnSignals()
await runScript(async () => {
  const run = openTestRun()
  const { runs, problems } = await runSuite(versions, run).finally(run.close)
  const table = tableOf(runs)
  console.log(`\n${table}\n`)
  writeFileSync(reportFile, report(table, runs))
  for (const problem of problems) bad(problem)
  if (problems.length > 0) return 1
  good('Conformance: every client scenario passes')
  return 0
})

/**
 * @param {string} table
 * @param {readonly import('../src/conformance/run-scenarios.mjs').SuiteRun[]} runs
 */
function report(table, runs) {
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
