import { z } from 'zod'

/** A request to complete a prompt's argument or a template's variable (MCP server/utilities/completion). */
export const completionRequestSchema = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string().min(1).max(4096) }),
    z.object({ type: z.literal('ref/resource'), uri: z.string().min(1).max(8192) }),
  ]),
  argument: z.object({ name: z.string().min(1).max(1024), value: z.string().max(65_536) }),
  /** The other arguments as filled in so far. */
  context: z.record(z.string().max(1024), z.string().max(65_536)).default({}),
})
export type CompletionRequest = z.infer<typeof completionRequestSchema>

/** At most 100 values, best first. */
export const completionSchema = z.object({
  values: z.array(z.string()),
  total: z.number().int().nonnegative().optional(),
  hasMore: z.boolean().optional(),
})
export type Completion = z.infer<typeof completionSchema>
