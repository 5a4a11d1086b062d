import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'
import type { StoredResult } from '../content/stored-result.ts'

/** The host's own tool with which a model looks for tools. No tool of a server is called so: their names all have `__`. */
export const SEARCH_TOOL = 'search_tools'

export const TOOL_SEARCH_LIMITS = {
  /** Tools that one search finds at most, and where the model does not say how many. */
  results: 20,
  defaultResults: 8,
  /** Characters of a query that are read. */
  query: 500,
  /** Found tools that a chat remembers, and tools that a person pins in it. */
  found: 100,
  pinned: 100,
} as const

/** Tokens of a model's context where its provider does not say how many it has. */
export const ASSUMED_CONTEXT = 128_000

/** A tool by its server's own name for it. */
export const toolRefSchema = z.object({
  serverId: identifierSchema,
  tool: z.string().min(1).max(1024),
})
export type ToolRef = z.infer<typeof toolRefSchema>

/** When tools are offered by search: above a share of the context, always or never. */
export const toolSearchModeSchema = z.enum(['share', 'always', 'never'])

/** Percent of the model's context. */
export const toolSearchShareSchema = z.number().int().min(1).max(100)

/** The tools of a chat that are offered to its model. */
export const offeredToolsViewSchema = z.object({
  bySearch: z.boolean(),
  /** Tools of the chat's servers that are on, and about how many tokens their definitions take. */
  tools: z.number().int().nonnegative(),
  tokens: z.number().int().nonnegative(),
  /** Tools that are offered at once: those the person pinned, and those the model found. */
  pinned: z.number().int().nonnegative(),
  found: z.number().int().nonnegative(),
})
export type OfferedToolsView = z.infer<typeof offeredToolsViewSchema>

/** The tools that a search found, beside the text that the model reads. */
export const toolSearchResultSchema = z.object({
  found: z
    .array(z.object({ serverName: z.string(), tool: z.string() }))
    .max(TOOL_SEARCH_LIMITS.results),
  /** So many tools were searched. */
  of: z.number().int().nonnegative(),
})
export type ToolSearchResult = z.infer<typeof toolSearchResultSchema>

/** The tools that a call of the host's search tool found; `null` for any other result. */
export function readToolSearch(result: StoredResult | undefined): ToolSearchResult | null {
  const parsed = toolSearchResultSchema.safeParse(result?.structuredContent)
  return parsed.success ? parsed.data : null
}
