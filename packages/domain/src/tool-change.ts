import { z } from 'zod'

/** One thing in which a tool's definition differs from the one that was allowed. Texts may be cut. */
export const toolChangeSchema = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['title', 'description']), before: z.string(), after: z.string() }),
  /** A property of the input schema, as JSON; empty where there was or is none. */
  z.object({
    part: z.literal('argument'),
    name: z.string(),
    change: z.enum(['added', 'removed', 'changed', 'now-required', 'now-optional']),
    before: z.string(),
    after: z.string(),
  }),
  /** What the server says of the tool; `null` where it says nothing. */
  z.object({
    part: z.literal('annotation'),
    name: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
  /** Something that is only named: the rest of the input schema, or what no card shows. */
  z.object({
    part: z.literal('other'),
    what: z.enum(['input-schema', 'output-schema', 'icons', 'meta']),
  }),
])
export type ToolChange = z.infer<typeof toolChangeSchema>

/** What the server changed of a tool since it was allowed. */
export const toolChangesSchema = z.object({
  changes: z.array(toolChangeSchema),
  /** How many more there are. */
  more: z.number().int().nonnegative(),
})
export type ToolChanges = z.infer<typeof toolChangesSchema>
