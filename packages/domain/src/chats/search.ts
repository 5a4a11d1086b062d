import { z } from 'zod'
import { chatTagSchema } from './chat-tag.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { modelIdSchema } from '../models/model.ts'

/** An excerpt of a text around a match; `marks` are `[start, end)` in UTF-16 units of `text`. */
export const snippetSchema = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])),
})
export type Snippet = z.infer<typeof snippetSchema>

/** A place in a chat where all words of a search are. */
export const searchHitSchema = z.object({
  conversationId: identifierSchema,
  title: z.string(),
  turnId: identifierSchema,
  entryId: identifierSchema,
  kind: z.enum(['user-message', 'assistant-message', 'tool-call']),
  at: timestampSchema,
  snippet: snippetSchema,
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** A tool by the names that the record has for it and its server, whatever their identifiers were. */
const searchedToolSchema = z.object({
  serverName: z.string().max(1024),
  toolName: z.string().min(1).max(1024),
})
export type SearchedTool = z.infer<typeof searchedToolSchema>

/** The filter of a search. */
export const searchFilterSchema = z.object({
  /** Only in this chat, in the versions that it shows. */
  conversationId: identifierSchema.optional(),
  kind: z.enum(['user-message', 'assistant-message', 'tool-call']).optional(),
  /** Calls of this server alone. */
  serverId: identifierSchema.optional(),
  /** Only in chats with this tag. */
  tag: chatTagSchema.optional(),
  /** Calls of this tool alone. */
  tool: searchedToolSchema.optional(),
  /** Only in turns that this model answered, whole or in part, at any provider. */
  model: modelIdSchema.optional(),
  /** Not earlier. */
  since: timestampSchema.optional(),
  /** Earlier. */
  until: timestampSchema.optional(),
})
export type SearchFilter = z.infer<typeof searchFilterSchema>

/** Models and tools that a search can be narrowed to: those of chats that are not removed, each once. */
export const searchChoicesSchema = z.object({
  models: z.array(modelIdSchema),
  /** `title`: as the last call of it was shown. */
  tools: z.array(searchedToolSchema.extend({ title: z.string() })),
})
export type SearchChoices = z.infer<typeof searchChoicesSchema>

export const searchResultSchema = z.object({
  /** Latest first. */
  hits: z.array(searchHitSchema),
  /** Older messages are still being made searchable. */
  isIndexing: z.boolean(),
})
export type SearchResult = z.infer<typeof searchResultSchema>
