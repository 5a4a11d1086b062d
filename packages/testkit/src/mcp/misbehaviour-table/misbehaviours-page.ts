import { badCallRows } from './bad-calls.ts'
import { badListRows } from './bad-lists.ts'
import { badStartRows } from './bad-starts.ts'
import { badTransportRows } from './bad-transport.ts'
import { toleratedCallRows, toleratedHttpRows, toleratedRows } from './tolerated.ts'
import type { MisbehaviourRow } from './misbehaviour-row.ts'

const sections: [string, readonly MisbehaviourRow[]][] = [
  ['Starting and ending', badStartRows],
  ['Calls', badCallRows],
  ['Lists', badListRows],
  ['HTTP', badTransportRows],
  ['Read for what it means', [...toleratedRows, ...toleratedCallRows, ...toleratedHttpRows]],
]

/** All rows as a page of documentation. */
export function misbehavioursPage(): string {
  const tables = sections.map(([title, rows]) => {
    const lines = rows.map(
      ({ does, outcome, over, eras }) =>
        `| ${does} | ${outcome} | ${(over ?? ['stdio', 'http']).join(', ')} | ${(eras ?? ['legacy', 'modern']).join(', ')} |`,
    )
    return `## ${title}\n\n${['| A server that … | What Gatehouse does | over | era |', '| --- | --- | --- | --- |', ...lines].join('\n')}\n`
  })
  return `# Servers that break the rules

What Gatehouse does when a server misbehaves. Every row is a test against a real process or socket, and in each of
them another server continues to respond. The tests are in \`packages/mcp/checks/misbehaviour\`; those of the last table
are in \`packages/mcp/checks/tolerance\`, where a fuzz changes whole sessions. The rows are data in
\`packages/testkit/src/mcp/misbehaviour-table\`. This command writes the page from them:
\`GATEHOUSE_WRITE_PAGES=1 npx vitest run packages/mcp/checks/misbehaviour/starts.test.ts\`.

${tables.join('\n')}`
}
