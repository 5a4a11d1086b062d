import type { Settings } from '@gatehouse/domain'
import {
  ASSUMED_CONTEXT,
  SEARCH_TOOL,
  TOOL_SEARCH_LIMITS,
  type ToolRef,
} from '@gatehouse/domain/chats'
import { estimateTokensOf, truncateText } from '@gatehouse/domain/text'
import type { ModelTool } from '../../ports/index.ts'
import { toolTokens } from '../../servers/lists/tool-tokens.ts'
import type { CatalogEntry, ToolCatalog } from './tool-catalog.ts'

/** Share of the context for found tools; the oldest make room. */
const FOUND_SHARE = 0.25
/** Servers that the search tool names, and characters of a name. */
const MAX_SERVERS = 50
const MAX_SERVER_NAME = 80

/** The tools of a chat that are offered in one step: all of them, or some and a search for the others. */
export interface ToolOffer {
  /** The host's search tool; absent where all tools are offered at once. */
  search?: ModelTool
  /** Offered tools, the last found ones last. */
  entries: readonly CatalogEntry[]
  pinned: number
  /** About what the definitions of all tools take, and of those alone that are offered. */
  tokens: number
  offeredTokens: number
  /**
   * The tools of a request, with the host's own ones: found tools come last, so that the beginning stays the same.
   */
  tools(own: readonly ModelTool[]): ModelTool[]
}

export interface OfferRules {
  pinned: readonly ToolRef[]
  found: readonly ToolRef[]
  settings: Pick<Settings, 'toolSearch' | 'toolSearchShare'>
  /** Tokens; absent: its provider does not say. */
  contextWindow: number | undefined
  /** The most tools of one request. */
  mostTools: number
}

/** Tools of the host itself in a request: the search, and the one that reads on in results. */
const OWN_TOOLS = 2

export function offerTools(catalog: ToolCatalog, rules: OfferRules): ToolOffer {
  const { pinned, found, settings, contextWindow = ASSUMED_CONTEXT, mostTools } = rules
  const room = Math.max(0, mostTools - OWN_TOOLS)
  const tokens = sumOf(catalog.entries)
  const { toolSearch, toolSearchShare } = settings
  const isOverShare = tokens > (contextWindow * toolSearchShare) / 100
  const isTooMany = catalog.entries.length > room
  const bySearch = toolSearch === 'always' || (toolSearch === 'share' && isOverShare) || isTooMany
  if (!bySearch || catalog.entries.length === 0)
    return {
      entries: catalog.entries,
      pinned: 0,
      tokens,
      offeredTokens: tokens,
      tools: (own) => [...catalog.tools, ...own],
    }
  const isPinned = isAmong(pinned)
  const first = catalog.entries.filter((entry) => isPinned(toolRefOf(entry))).slice(0, room)
  const unpinned = foundEntries(catalog, found, contextWindow * FOUND_SHARE).filter(
    (entry) => !isPinned(toolRefOf(entry)),
  )
  // The tools that were found first make room.
  const later = unpinned.slice(Math.max(0, unpinned.length - (room - first.length)))
  const search = searchTool(catalog.entries.map(({ server }) => server.config.name))
  return {
    search,
    entries: [...first, ...later],
    pinned: first.length,
    tokens,
    offeredTokens: estimateTokensOf(search) + sumOf([...first, ...later]),
    tools: (own) => [
      ...first.map(({ offered }) => offered),
      search,
      ...own,
      ...later.map(({ offered }) => offered),
    ],
  }
}

export const toolRefOf = ({ server, tool }: CatalogEntry): ToolRef => ({
  serverId: server.config.id,
  tool: tool.name,
})

const keyOf = ({ serverId, tool }: ToolRef): string => JSON.stringify([serverId, tool])

/** Returns a test for the tools of this list. */
export function isAmong(places: readonly ToolRef[]): (place: ToolRef) => boolean {
  const keys = new Set(places.map(keyOf))
  return (place) => keys.has(keyOf(place))
}

/** The tools that were found, in that order; when they are too many, the later ones. */
function foundEntries(
  { entries }: ToolCatalog,
  found: readonly ToolRef[],
  room: number,
): CatalogEntry[] {
  const known = new Map(entries.map((entry) => [keyOf(toolRefOf(entry)), entry]))
  const offered: CatalogEntry[] = []
  let left = room
  for (const place of found.toReversed()) {
    const entry = known.get(keyOf(place))
    if (!entry) continue
    left -= toolTokens(entry.tool)
    if (left < 0 && offered.length > 0) break
    offered.unshift(entry)
  }
  return offered
}

const sumOf = (entries: readonly CatalogEntry[]): number =>
  entries.reduce((sum, { tool }) => sum + toolTokens(tool), 0)

/** The search tool. Its description names the servers, so that a model knows what it can look for. */
export function searchTool(serverNames: readonly string[]): ModelTool {
  const counts = new Map<string, number>()
  for (const name of serverNames) counts.set(name, (counts.get(name) ?? 0) + 1)
  const named = [...counts]
    .slice(0, MAX_SERVERS)
    .map(([name, count]) => `${JSON.stringify(truncateText(name, MAX_SERVER_NAME))} (${count})`)
  const more = counts.size > MAX_SERVERS ? ` and ${counts.size - MAX_SERVERS} more` : ''
  return {
    name: SEARCH_TOOL,
    description: `Finds tools of the connected servers. Most of them are not listed here, so look for one before you say that something cannot be done. Those that it finds can be called by their names afterwards. Servers and how many tools each has: ${named.join(', ')}${more}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'What the tool does, in a few words: an action, an object, a server.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: TOOL_SEARCH_LIMITS.results,
          default: TOOL_SEARCH_LIMITS.defaultResults,
        },
      },
      required: ['query'],
    },
  }
}
