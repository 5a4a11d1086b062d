import { z } from 'zod'

/** Numbers of the frames of what an audit record is about; `null` = it is not kept, or there is none yet. */
export const recordMessagesSchema = z.object({
  request: z.number().int().positive().nullable(),
  response: z.number().int().positive().nullable(),
})
export type RecordMessages = z.infer<typeof recordMessagesSchema>
