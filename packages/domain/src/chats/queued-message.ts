import { z } from 'zod'
import { ATTACHMENT_LIMITS } from '../attachments/attachment-limits.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** Limits of the queue of one chat. */
export const QUEUE_LIMITS = {
  messages: 20,
  /** Characters of all of them: a list of chats brings them along. */
  characters: 1_000_000,
} as const

/** A message that is sent once the answer before it is complete. */
export const queuedMessageSchema = z.object({
  id: identifierSchema,
  /** Empty only with attachments. */
  text: z.string(),
  /** The attachments of the draft, with their names. */
  attachments: z
    .array(z.object({ id: identifierSchema, name: z.string() }))
    .max(ATTACHMENT_LIMITS.count),
  /** The file that it came out of, as a draft. */
  imported: z.string().max(255).optional(),
  createdAt: timestampSchema,
})
export type QueuedMessage = z.infer<typeof queuedMessageSchema>

/**
 * Reason for which queued messages wait until the person sends one: one of them is being edited, an answer did not
 * complete, or neither (`paused`: an edited message was not ready in time, or the app started again).
 */
export const queuePauseReasonSchema = z.enum(['editing', 'not-complete', 'paused'])
export type QueuePauseReason = z.infer<typeof queuePauseReasonSchema>
