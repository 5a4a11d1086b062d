import { measureFlood } from './measure-flood.ts'
import { createToolCatalog } from '@gatehouse/host/testing'
import type { Tool } from '@gatehouse/domain'
import { sha256 } from '../system-ports.ts'

/** Run by `pnpm bench protocol`: `merge` or `flood MS FOLDER COMMAND ARGUMENT…`; prints JSON. */
async function main(): Promise<void> {
  const [what, floodMs = '', dataFolder = '', command = '', ...args] = process.argv.slice(2)
  const report =
    what === 'merge'
      ? measureMerge(20, 250, 15)
      : await measureFlood({
          command,
          args,
          floodMs: Number(floodMs),
          dataFolder,
          collectGarbage: () => gc?.(),
        })
  process.stdout.write(`${JSON.stringify(report)}\n`)
  process.exit(0)
}

void main()

type CatalogServers = Parameters<typeof createToolCatalog>[0]

/** Milliseconds that it takes to merge the tools of `servers` servers, `times` times. */
function measureMerge(servers: number, toolsEach: number, times: number): number[] {
  const made = Array.from({ length: servers }, (_, number) => {
    const tools = Array.from({ length: toolsEach }, (__, index) => toolOf(index))
    return { config: { name: `server-${number}` }, tools: () => tools }
    // A catalog reads nothing else of a server.
  }) as unknown as CatalogServers
  return Array.from({ length: times }, () => {
    const started = performance.now()
    const catalog = createToolCatalog(made, sha256)
    const took = performance.now() - started
    if (catalog.tools.length !== servers * toolsEach) throw new Error('Tools were lost.')
    return took
  })
}

/** Every second name is too long to be taken as it is. */
function toolOf(index: number): Tool {
  const name =
    index % 2 === 0 ? `tool_${index}` : `a.tool/with a long name, ${'x'.repeat(60)} ${index}`
  const properties = Object.fromEntries(
    Array.from({ length: 10 }, (_, field) => [
      `field${field}`,
      { type: 'string', description: 'd' },
    ]),
  )
  return { name, description: 'A tool. '.repeat(20), inputSchema: { type: 'object', properties } }
}
