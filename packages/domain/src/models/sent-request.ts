import { z } from 'zod'
import { modelRefSchema, tokenUsageSchema } from './model.ts'

const tokens = z.number().int().nonnegative()

/** The size of a request in estimated tokens, which are roughly right without a count of the provider. */
export const requestSizeSchema = z.object({
  /** The system prompt, with the instructions of servers. */
  system: tokens,
  /** Definitions of tools. */
  tools: tokens,
  /** Text of the person and the model. */
  messages: tokens,
  /** Results of tools. */
  results: tokens,
  attachments: tokens,
})
export type RequestSize = z.infer<typeof requestSizeSchema>

/** The last request of a turn. */
export const sentRequestSchema = requestSizeSchema.extend({
  model: modelRefSchema,
  /** Depth of the first turn that was sent with all after it; those before it were left out, but for pinned ones. */
  from: z.number().int().nonnegative(),
  /** The size of a longer request that was refused, now or before, and the known context size of the model then. */
  refused: z
    .object({
      tokens,
      window: tokens.optional(),
      /** Turns that stayed below it since. */
      turns: z.number().int().nonnegative().optional(),
      /** Number of times that a longer request was tried after many turns, and refused too. */
      again: z.number().int().nonnegative().optional(),
    })
    .optional(),
  /** Usage as its provider counted it; absent until it is answered. */
  usage: tokenUsageSchema.optional(),
})
export type SentRequest = z.infer<typeof sentRequestSchema>

export const tokensOfRequest = ({
  system,
  tools,
  messages,
  results,
  attachments,
}: RequestSize): number => system + tools + messages + results + attachments

/** Estimate of the next request of a chat. */
export const nextRequestSchema = z.object({
  /** The size of the next request, with the attachments of the draft. */
  size: requestSizeSchema,
  draft: tokens,
  /** Kept free for the answer. */
  answer: tokens,
  /** The context size of the model; absent: unknown. */
  window: tokens.optional(),
  /** The origin of the context size: its provider, a table of names, the person. */
  windowBy: z.enum(['stated', 'assumed', 'overridden']).optional(),
  /** Exchanges from the beginning of the chat that will be left out. */
  leftOut: tokens,
  /** True if more of them are cut than in the last request. */
  isCut: z.boolean(),
  /** True if the provider counted a request of this chat, by which the estimate is calibrated. */
  isCounted: z.boolean(),
})
export type NextRequest = z.infer<typeof nextRequestSchema>

/** Percent of a model's context. */
export const contextWarningSchema = z.number().int().min(1).max(100)
