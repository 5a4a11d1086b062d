import type { Yielder } from '@gatehouse/base'
import { toolDisplayName, type Tool } from '@gatehouse/domain'
import MiniSearch from 'minisearch'
import { tokenizeToolText } from './tokenize-tool-text.ts'

/** A tool as it is searched. */
export interface SearchableTool {
  serverName: string
  tool: Tool
}

/** Tools by their words; what was found is the place of a tool in the list. */
export interface ToolIndex {
  find(query: string, limit: number): number[]
}

/** Characters of what a server writes that are searched: a definition may be a megabyte. */
const MAX_NAME = 256
const MAX_DESCRIPTION = 2000
const MAX_PARAMETERS = 64
/** Words of a query that count. */
const MAX_WORDS = 32
/** Shorter words are too much like others to be taken for a mistyped one. */
const MIN_FUZZY = 6

const BOOST = { name: 4, title: 3, server: 2, parameters: 1, description: 1 }

/** `pause` is called between two tools: a list may have thousands. */
export async function createToolIndex(
  tools: readonly SearchableTool[],
  pause: Yielder,
): Promise<ToolIndex> {
  const index = new MiniSearch<ReturnType<typeof documentOf>>({
    fields: Object.keys(BOOST),
    tokenize: tokenizeToolText,
    processTerm: (word) => word,
  })
  for (const [id, tool] of tools.entries()) {
    index.add(documentOf(id, tool))
    const later = pause()
    if (later) await later
  }
  return {
    find(query, limit) {
      const words = [...new Set(tokenizeToolText(query))].slice(0, MAX_WORDS)
      const found = index.search(words.join(' '), {
        boost: BOOST,
        tokenize: () => words,
        prefix: (word) => word.length > 2,
        fuzzy: (word) => (word.length >= MIN_FUZZY ? 1 : false),
        weights: { fuzzy: 0.2, prefix: 0.4 },
      })
      return found
        .map(({ id, score }) => ({ at: Number(id), score }))
        .toSorted((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, limit)
        .map(({ at }) => at)
    },
  }
}

function documentOf(id: number, { serverName, tool }: SearchableTool) {
  return {
    id,
    name: tool.name.slice(0, MAX_NAME),
    title: toolDisplayName(tool).slice(0, MAX_NAME),
    server: serverName.slice(0, MAX_NAME),
    description: (tool.description ?? '').slice(0, MAX_DESCRIPTION),
    parameters: parameterNames(tool)
      .map((name) => name.slice(0, MAX_NAME))
      .join(' '),
  }
}

/** The names of a tool's arguments, up to a limit. */
function parameterNames({ inputSchema: { properties } }: Pick<Tool, 'inputSchema'>): string[] {
  if (typeof properties !== 'object' || properties === null) return []
  return Object.keys(properties).slice(0, MAX_PARAMETERS)
}
