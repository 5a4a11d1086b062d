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
  /** Hints that the server declares for the tool; `null` if it declares none. */
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

/** Where in a definition; `other`: what no card shows. */
export const changeLocationSchema = z.discriminatedUnion('part', [
  z.object({ part: z.enum(['title', 'description', 'other']) }),
  z.object({ part: z.literal('argument'), name: z.string() }),
])
export type ChangeLocation = z.infer<typeof changeLocationSchema>

/** The meaning of a change for a person who allowed the tool before. Names and values may be cut. */
export const changeMeaningSchema = z.discriminatedUnion('kind', [
  /** It has more characters than before that no one sees. */
  z.object({ kind: z.literal('hidden'), place: changeLocationSchema }),
  /** It has new words that read like an order to a model. */
  z.object({ kind: z.literal('instructions'), place: changeLocationSchema }),
  z.object({ kind: z.literal('new-argument'), name: z.string(), required: z.boolean() }),
  z.object({ kind: z.literal('required'), name: z.string() }),
  /** An argument takes values that it did not take; none are named when it takes any. */
  z.object({ kind: z.literal('widened'), name: z.string(), values: z.array(z.string()) }),
  /** It draws itself with another resource; `null`: with none. */
  z.object({
    kind: z.literal('ui-resource'),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
  /** The server does not declare any more that it only reads, or that it destroys nothing. */
  z.object({ kind: z.enum(['may-write', 'may-destroy']) }),
])
export type ChangeMeaning = z.infer<typeof changeMeaningSchema>

/** The changes of a tool since it was allowed. */
export const toolChangesSchema = z.object({
  changes: z.array(toolChangeSchema),
  /** Number of further changes. */
  more: z.number().int().nonnegative(),
  /** Absent in what an earlier version wrote. */
  meanings: z.array(changeMeaningSchema).optional(),
})
export type ToolChanges = z.infer<typeof toolChangesSchema>

/** A tool of another server that a person or a model could take for this one. */
export const similarToolSchema = z.object({ serverName: z.string(), toolName: z.string() })
export type SimilarTool = z.infer<typeof similarToolSchema>
