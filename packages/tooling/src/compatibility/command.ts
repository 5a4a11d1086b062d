/** `pnpm compatibility`: real servers through the connection layer, written to `docs/compatibility.md`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from '../bundle-program.ts'
import { provideServers } from '../external-packages/external-servers.ts'
import { serversUnderTest, type ServerUnderTest } from './servers-under-test.ts'
import { faultsOf, tableOf, trialSchema, type Outcome } from './table.ts'
import { root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { timedStep } from '../command-support/step.mjs'

const reportFile = join(root, 'docs/compatibility.md')
const limitMs = 180_000

export async function main(): Promise<number> {
  const installed = await provideServers('compatibility')
  const program = await timedStep('Bundle the connection layer', () =>
    bundleProgram({
      from: 'packages/mcp',
      entry: 'checks/compatibility/main.ts',
      name: 'compatibility',
    }),
  )
  const outcomes: Outcome[] = []
  for (const server of serversUnderTest(installed))
    outcomes.push(await checkServer(server, program.file))
  const table = tableOf(outcomes)
  console.log(`\n${table}\n`)
  writeFileSync(reportFile, report(table, outcomes))
  const faults = faultsOf(outcomes)
  for (const fault of faults) log.failure(fault)
  if (faults.length === 0) log.success('Compatibility: every server does what it offers')
  return faults.length === 0 ? 0 : 1
}

async function checkServer(server: ServerUnderTest, file: string): Promise<Outcome> {
  const { target, close } = await server.start()
  try {
    const words = [JSON.stringify(target), JSON.stringify(server.trial)]
    const { output } = await run([process.execPath, file, ...words], {
      quiet: true,
      timeoutMs: limitMs,
    })
    const line = output.split('\n').findLast((text) => text.startsWith('{'))
    if (line === undefined) return { server, failed: output.slice(0, 500), cells: {} }
    return { ...trialSchema.parse(JSON.parse(line)), server }
  } finally {
    await close()
  }
}

function report(table: string, outcomes: readonly Outcome[]) {
  const remarks = outcomes.flatMap(({ server: { name, remark } }) =>
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
