import '../src/check-node.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleClient } from '../src/conformance/bundle-client.mjs'
import { judge, readBaseline, tableOf } from '../src/conformance/judge.mjs'
import { provideSuite, suiteVersion } from '../src/conformance/provide-suite.mjs'
import { runScenarios } from '../src/conformance/run-scenarios.mjs'
import { root } from '../src/paths.mjs'
import { endAllOnSignals } from '../src/run.mjs'
import { bad, good } from '../src/say.mjs'
import { timed } from '../src/step.mjs'
import { runScript } from '../src/stop-here.mjs'

const baselineFile = join(root, 'docs/conformance-baseline.yml')
const reportFile = join(root, 'docs/conformance.md')
/** Every client scenario, then what each revision requires. */
const versions = [undefined, '2025-11-25', '2026-07-28']

endAllOnSignals()
await runScript(async () => {
  const suite = await provideSuite()
  const client = await timed('Bundle the connection layer', bundleClient)
  const owed = readBaseline(readFileSync(baselineFile, 'utf8'))
  const runs = []
  for (const version of versions) runs.push(await runScenarios({ suite, client, owed }, version))
  const table = tableOf(runs, owed)
  console.log(`\n${table}\n`)
  writeFileSync(reportFile, report(table, runs))
  const { failing, stale, unknown } = judge(runs, owed)
  for (const name of failing) bad(`${name} fails and is not in the baseline`)
  for (const name of stale) bad(`${name} passes: take it out of docs/conformance-baseline.yml`)
  for (const name of unknown) bad(`${name} is in the baseline, but there is no such scenario`)
  if (failing.length + stale.length + unknown.length > 0) return 1
  good('Conformance: everything passes except what the baseline names')
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

"owed" scenarios need sign-in or an extension that is not built yet; they are named in
\`conformance-baseline.yml\`, and the command fails when one of them passes.

${table}
`
}
