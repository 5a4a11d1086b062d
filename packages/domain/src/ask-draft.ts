import { z } from 'zod'
import { abortCodeSchema } from './abort-reason.ts'
import { askCauseSchema } from './ask.ts'
import { identifierSchema, timestampSchema } from './identifier.ts'
import { jsonObjectSchema } from './json.ts'
import { modelRefSchema } from './model.ts'

/** Characters of JSON that the draft of one ask may have. */
export const MAX_ASK_DRAFT = 1_500_000

/** A block's place in a list: `0`, or `2.0` inside messages. */
const place = z.string().regex(/^\d{1,6}(?:\.\d{1,6})?$/)

/** Changes to a list of content blocks, by the block's place in it. */
const blockEdits = {
  texts: z.record(place, z.string()).readonly(),
  removed: z.array(place).readonly(),
}
const blockEditsSchema = z.object(blockEdits)
export type BlockEdits = z.infer<typeof blockEditsSchema>

/** Changes to a sampling request; numbers as they are typed. Absent = as asked. */
const samplingEditsSchema = z.object({
  ...blockEdits,
  systemPrompt: z.string().optional(),
  maxTokens: z.string().optional(),
  temperature: z.string().optional(),
  /** Places in the list of stop sequences. */
  removedStops: z.array(z.number().int().nonnegative()).readonly(),
})
export type SamplingEdits = z.infer<typeof samplingEditsSchema>

/** What the person changed on an ask's card and has not sent. Absent parts were not touched. */
export const askDraftSchema = z.object({
  form: jsonObjectSchema.optional(),
  /** The arguments of a call, while they are being edited. */
  arguments: jsonObjectSchema.optional(),
  /** The form or the arguments as JSON text, while they are edited as such: it may be half typed. */
  raw: z.string().optional(),
  /** Why the person is about to refuse; there while they are asked for it. */
  denial: z.string().max(4000).optional(),
  model: modelRefSchema.optional(),
  sampling: samplingEditsSchema.optional(),
  /** The person's own answer to a sampling request. */
  byHand: z.object({ open: z.boolean(), text: z.string() }).optional(),
  answer: blockEditsSchema.optional(),
  /** Paths of folders. */
  share: z.array(z.string()).readonly().optional(),
})
export type AskDraft = z.infer<typeof askDraftSchema>

/** What the person had written for an ask that was taken away before they answered. */
export const unsentAnswerSchema = z.object({
  /** The ask's. */
  id: identifierSchema,
  kind: z.enum([
    'tool-approval',
    'elicitation',
    'elicitation-wait',
    'sampling-request',
    'sampling-response',
    'roots',
    'sign-in',
  ]),
  serverId: identifierSchema,
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  causes: z.array(askCauseSchema.pick({ conversationId: true, entryId: true })),
  /** In one line what it was about. */
  subject: z.string(),
  at: timestampSchema,
  reason: abortCodeSchema,
  texts: z.array(
    z.object({
      part: z.enum(['field', 'arguments', 'raw', 'denial', 'system-prompt', 'message', 'answer']),
      /** A field's name, or a block's place. */
      name: z.string(),
      text: z.string(),
    }),
  ),
})
export type UnsentAnswer = z.infer<typeof unsentAnswerSchema>
