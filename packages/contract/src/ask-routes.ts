import {
  askAnswerSchema,
  askDraftSchema,
  askSchema,
  auditRecordSchema,
  callsAlikeSchema,
  identifierSchema,
  planAnswerSchema,
  unsentAnswerSchema,
} from '@gatehouse/domain'
import { filePreviewSchema } from '@gatehouse/domain/chats'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

export const askRoutes = {
  /** Pending asks, oldest first. */
  'ask.list': route({ input: noInput, output: z.array(askSchema), acts: 'free' }),
  /**
   * Fails with `ask/not-pending` when it was answered or withdrawn already. `cancelled`: it would have
   * allowed more than this once, and the person did not consent to that; it waits on. `alike`: with a permission
   * beyond once, calls of the step that were in view; those that it covers are allowed as well, once each.
   */
  'ask.answer': route({
    input: z.object({
      id: identifierSchema,
      answer: askAnswerSchema,
      alike: callsAlikeSchema.optional(),
    }),
    output: z.object({ outcome: z.enum(['answered', 'cancelled']) }),
    acts: 'press',
  }),
  /**
   * Decides several calls of one step together, as proposed and once. Fails without answering any, with
   * `ask/wrong-answer` when they are not calls of one step, and with `ask/not-as-shown`. `gone`: calls that were no
   * longer pending.
   */
  'ask.answer-plan': route({
    input: planAnswerSchema,
    output: z.object({ gone: z.array(identifierSchema) }),
    acts: 'press',
  }),
  /** Returns the present file that a pending call would change. Fails with `ask/not-pending`. */
  'ask.file-preview': route({ input: byId, output: filePreviewSchema, acts: 'free' }),
  /** Input in cards that the person has not sent. */
  'ask.drafts': route({
    input: noInput,
    output: z.array(z.object({ id: identifierSchema, draft: askDraftSchema })),
    acts: 'free',
  }),
  /**
   * Saves the draft of a card. Fails with `ask/draft-too-large`, and with `ask/not-pending` when the ask was
   * answered.
   */
  'ask.save-draft': route({
    input: z.object({ id: identifierSchema, draft: askDraftSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** Input for asks that ended before they were answered, latest first. */
  'ask.unsent': route({ input: noInput, output: z.array(unsentAnswerSchema), acts: 'free' }),
  /** Dismisses a draft that the person read or copied. */
  'ask.dismiss-unsent': route({ input: byId, output: z.void(), acts: 'press' }),
  /** Earlier decisions and their outcomes, latest first. */
  'ask.history': route({
    input: z.object({ limit: z.number().int().min(1).max(1000).default(200) }),
    output: z.array(auditRecordSchema),
    acts: 'free',
  }),
}
