import { z } from 'zod'

/** Messages of the process that updates the data. */
export const updateMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    phase: z.enum(['copy', 'steps', 'results', 'space']),
    part: z.number().min(0).max(1),
  }),
  z.object({ type: z.literal('done') }),
  z.object({
    type: z.literal('failed'),
    code: z.string().max(100),
    message: z.string().max(4000),
  }),
])
export type UpdateMessage = z.infer<typeof updateMessageSchema>
