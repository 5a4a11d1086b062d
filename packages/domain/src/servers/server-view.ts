import { z } from 'zod'
import { connectionStateSchema } from './connection.ts'
import { placeholderSchema } from './launch/placeholder-value.ts'
import { serverConfigSchema } from './server.ts'
import { promptSchema } from '../content/prompt.ts'
import { resourceSchema, resourceTemplateSchema } from '../content/resource.ts'

/** A server as shown: its configuration (secret references only) and how it is doing. */
export const serverViewSchema = z.object({
  config: serverConfigSchema,
  connection: connectionStateSchema,
  /** Tools listed at the last start, or cached from the one before. */
  toolCount: z.number().int().nonnegative().nullable(),
  /** Rough count of model tokens that the tools' schemas cost. */
  toolTokens: z.number().int().nonnegative().nullable(),
  /** Tools that could not be offered as they are, and why. */
  problems: z.array(z.string()),
  /** It asked for roots and was given none. */
  wantsRoots: z.literal(true).optional(),
  /** The placeholders of its launch: present values, and those it runs with. */
  placeholders: z.array(placeholderSchema.extend({ running: z.string().optional() })).optional(),
})
export type ServerView = z.infer<typeof serverViewSchema>

/** The lists of a server besides its tools, as of the last time each was read; `null` = never. */
export const serverListsSchema = z.object({
  prompts: z.array(promptSchema).nullable(),
  resources: z.array(resourceSchema).nullable(),
  templates: z.array(resourceTemplateSchema).nullable(),
})
export type ServerLists = z.infer<typeof serverListsSchema>
export type ServerListName = keyof ServerLists
