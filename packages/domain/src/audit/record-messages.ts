import { z } from 'zod'

/** Numbers of the frames of an audit record's subject; `null` = not kept, or none yet. */
export const recordMessagesSchema = z.object({
  request: z.number().int().positive().nullable(),
  response: z.number().int().positive().nullable(),
})
export type RecordMessages = z.infer<typeof recordMessagesSchema>
