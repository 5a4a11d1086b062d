import { z } from 'zod'
import { abortCodeSchema } from '../abort-reason.ts'
import { askCauseSchema } from './ask.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { jsonObjectSchema } from '../json/json.ts'
import { audioContentSchema, imageContentSchema } from '../content/content.ts'
import { modelRefSchema } from '../models/model.ts'
import { SAMPLING_LIMITS } from '../sampling/sampling.ts'
import { MAX_ADDED_MEDIA } from '../sampling/sampling-messages.ts'

/** Characters of JSON that the draft of one ask may have. */
export const MAX_ASK_DRAFT = MAX_ADDED_MEDIA + 1_500_000

/** A block's place in a list: `0`, or `2.0` inside messages. */
const place = z.string().regex(/^\d{1,6}(?:\.\d{1,6})?$/)

/** Changes to a list of content blocks, by the block's place in it. */
const blockEdits = {
  texts: z.record(place, z.string()).readonly(),
  removed: z.array(place).readonly(),
}
const blockEditsSchema = z.object(blockEdits)
export type BlockEdits = z.infer<typeof blockEditsSchema>

/**
 * Key of a message of a sampling request: its place in the request (`0`), or its number among the person's own
 * (`+1`).
 */
const messageKey = z.string().regex(/^\+?\d{1,6}$/)

/** A message that the person added to a sampling request. */
const addedMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  /** For context that the server asked for: the server whose results it is. */
  contextOf: identifierSchema.optional(),
})
export type AddedMessage = z.infer<typeof addedMessageSchema>

const addedMediaSchema = z.discriminatedUnion('type', [
  imageContentSchema.pick({ type: true, data: true, mimeType: true }),
  audioContentSchema.pick({ type: true, data: true, mimeType: true }),
])
export type AddedMedia = z.infer<typeof addedMediaSchema>

/** Edits of the list of messages; a tool call and its result stay together. */
const messageEditsSchema = z.object({
  /** Messages in the order of sending; removed ones keep their place. */
  order: z
    .array(messageKey)
    .max(2 * SAMPLING_LIMITS.messages)
    .readonly(),
  removed: z.array(messageKey).readonly(),
  /** Messages that the person moved. */
  moved: z.array(messageKey).readonly(),
  added: z.record(messageKey, addedMessageSchema).readonly(),
  /** Pictures and sounds that the person added, by their message. */
  media: z.record(messageKey, z.array(addedMediaSchema).readonly()).readonly(),
})
export type MessageEdits = z.infer<typeof messageEditsSchema>

/** Changes to a sampling request; numbers as they are typed. Absent = as asked. */
const samplingEditsSchema = z.object({
  ...blockEdits,
  systemPrompt: z.string().optional(),
  maxTokens: z.string().optional(),
  temperature: z.string().optional(),
  /** Places in the list of stop sequences. */
  removedStops: z.array(z.number().int().nonnegative()).readonly(),
  messages: messageEditsSchema.optional(),
})
export type SamplingEdits = z.infer<typeof samplingEditsSchema>

/** Edits of the person on an ask's card that were not sent. Absent parts were not touched. */
export const askDraftSchema = z.object({
  form: jsonObjectSchema.optional(),
  /** The arguments of a call, while they are being edited. */
  arguments: jsonObjectSchema.optional(),
  /** The form or the arguments as JSON text, while they are edited as such: it may be half typed. */
  raw: z.string().optional(),
  /** Reason for a denial that the person is writing; present while they are asked for it. */
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

/** Input of the person for an ask that ended before they answered. */
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
  /** Its subject, in one line. */
  subject: z.string(),
  at: timestampSchema,
  reason: abortCodeSchema,
  texts: z.array(
    z.object({
      part: z.enum([
        'field',
        'arguments',
        'raw',
        'denial',
        'system-prompt',
        'message',
        'added-message',
        'answer',
      ]),
      /** A field's name, or a block's place. */
      name: z.string(),
      text: z.string(),
    }),
  ),
})
export type UnsentAnswer = z.infer<typeof unsentAnswerSchema>
