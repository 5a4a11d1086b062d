import { z } from 'zod'
import { promptSchema } from '../content/prompt.ts'
import { resourceSchema, resourceTemplateSchema } from '../content/resource.ts'

/** The lists of a server besides its tools, as of the last time each was read; `null` = never. */
export const serverListsSchema = z.object({
  prompts: z.array(promptSchema).nullable(),
  resources: z.array(resourceSchema).nullable(),
  templates: z.array(resourceTemplateSchema).nullable(),
})
export type ServerLists = z.infer<typeof serverListsSchema>
export type ServerListName = keyof ServerLists
