import '../src/check-node.mjs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from '../src/bundle-program.mjs'
import { provideServers } from '../src/compatibility/provide-servers.mjs'
import { subjects } from '../src/compatibility/subjects.mjs'
import { faultsOf, tableOf } from '../src/compatibility/table.mjs'
import { installPackages } from '../src/install.mjs'
import { root } from '../src/paths.mjs'
import { endAllOnSignals, run } from '../src/run.mjs'
import { bad, good } from '../src/say.mjs'
import { timed } from '../src/step.mjs'
import { runScript } from '../src/stop-here.mjs'

/** @typedef {import('../src/compatibility/table.mjs').Outcome} Outcome */

const reportFile = join(root, 'docs/compatibility.md')
const limitMs = 180_000

endAllOnSignals()
await runScript(async () => {
  await installPackages()
  const installed = await provideServers()
  const program = await timed('Bundle the connection layer', () =>
    bundleProgram({
      from: 'packages/mcp',
      entry: 'checks/compatibility/main.ts',
      name: 'compatibility',
    }),
  )
  /** @type {Outcome[]} */
  const outcomes = []
  for (const subject of subjects(installed)) outcomes.push(await judge(subject, program.file))
  const table = tableOf(outcomes)
  console.log(`\n${table}\n`)
  writeFileSync(reportFile, report(table, outcomes))
  const faults = faultsOf(outcomes)
  for (const fault of faults) bad(fault)
  if (faults.length === 0) good('Compatibility: every server does what it offers')
  return faults.length === 0 ? 0 : 1
})

/**
 * @param {import('../src/compatibility/subjects.mjs').Subject} subject
 * @param {string} file
 * @returns {Promise<Outcome>}
 */
async function judge(subject, file) {
  const { target, close } = await subject.start()
  try {
    const words = [JSON.stringify(target), JSON.stringify(subject.trial)]
    const { output } = await run([process.execPath, file, ...words], {
      quiet: true,
      timeoutMs: limitMs,
    })
    const line = output.split('\n').findLast((text) => text.startsWith('{'))
    /** @type {Partial<Outcome>} */
    const outcome =
      line === undefined ? { failed: output.slice(0, 500), cells: {} } : JSON.parse(line)
    return { cells: {}, ...outcome, subject }
  } finally {
    await close()
  }
}

/**
 * @param {string} table
 * @param {readonly Outcome[]} outcomes
 */
function report(table, outcomes) {
  const remarks = outcomes.flatMap(({ subject: { name, remark } }) =>
    remark === undefined ? [] : [`- ${name}: ${remark}`],
  )
  return `# Compatibility

Written by \`pnpm compatibility\`; do not edit. Real servers, tried through the application's own
connection layer (\`packages/mcp\`): connect, read every list to its end, call a tool, read a resource,
complete an argument, subscribe to a resource. A number is how many entries came; "–" is what a server
does not offer. The command fails when something fails that a server offers.

${table}

${remarks.join('\n')}
`
}
