import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'
import { STEP_LIMITS } from '../models/model-step-limits.ts'

const calls = z.array(identifierSchema).min(1).max(STEP_LIMITS.calls)

/**
 * One decision about several calls of one step. `allow-once`: as proposed, each with the hash of its displayed
 * content; an edited call is answered by itself. `unopened`: those that the person allowed without opening them, by
 * a button that counted them. `reason`: words for the model.
 */
export const planAnswerSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('allow-once'),
    calls: z
      .array(z.object({ id: identifierSchema, shown: z.string().regex(/^[0-9a-f]{64}$/) }))
      .min(1)
      .max(STEP_LIMITS.calls),
    unopened: calls.optional(),
  }),
  z.object({ decision: z.literal('deny'), calls, reason: z.string().max(4000).optional() }),
])
export type PlanAnswer = z.infer<typeof planAnswerSchema>

/** Calls of the same step that were in view when a lasting permission was given, each with the hash of what was shown. */
export const callsAlikeSchema = z
  .array(z.object({ id: identifierSchema, shown: z.string().regex(/^[0-9a-f]{64}$/) }))
  .max(STEP_LIMITS.calls)
export type CallsAlike = z.infer<typeof callsAlikeSchema>

/** Calls that one press allowed without opening them: how many, and their entries in the transcript. */
export const unopenedCallsSchema = z.object({
  count: z.number().int().positive(),
  entryIds: z.array(identifierSchema).max(STEP_LIMITS.calls),
})
export type UnopenedCalls = z.infer<typeof unopenedCallsSchema>
