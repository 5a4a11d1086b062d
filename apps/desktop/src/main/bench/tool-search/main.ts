import type { Tool } from '@gatehouse/domain'
import { TOOL_SEARCH_LIMITS } from '@gatehouse/domain/chats'
import { estimateTokensOf } from '@gatehouse/domain/text'
import { createToolIndex, searchTool } from '@gatehouse/host/testing'
import { queries } from './queries.ts'
import { corpus } from './corpus.ts'

/** Run by `pnpm bench tools`; prints JSON. */
async function main(): Promise<void> {
  const tools = corpus()
  const began = performance.now()
  const index = await createToolIndex(tools, () => undefined)
  const builtMs = performance.now() - began
  const names = tools.map(({ serverName, tool }) => `${serverName}/${tool.name}`)
  const searched = performance.now()
  const places = queries.map(({ tool, query }) => {
    if (!names.includes(tool)) throw new Error(`There is no tool ${tool}.`)
    return index.find(query, 10).findIndex((at) => names[at] === tool)
  })
  const searchMs = (performance.now() - searched) / queries.length
  const own = estimateTokensOf(searchTool(tools.map(({ serverName }) => serverName)))
  const all = tokensOf(tools.map(({ tool }) => tool))
  const found = (all / tools.length) * TOOL_SEARCH_LIMITS.defaultResults
  const report = {
    tools: tools.length,
    servers: new Set(tools.map(({ serverName }) => serverName)).size,
    queries: queries.length,
    top: [1, 5, 10].map((top) => places.filter((place) => place >= 0 && place < top).length),
    missed: queries.flatMap(({ tool, query }, at) =>
      places[at] === -1 ? `${tool}: ${query}` : [],
    ),
    tokens: { all, search: own, afterSearch: Math.round(own + found) },
    builtMs,
    searchMs,
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
}

/** About what a model is sent of tools. */
const tokensOf = (tools: readonly Tool[]): number =>
  tools.reduce(
    (sum, { name, description, inputSchema }) =>
      sum + estimateTokensOf({ name, description, inputSchema }),
    0,
  )

void main()
