import { z } from 'zod'
import { modelRefSchema, tokenUsageSchema } from './model.ts'

const tokens = z.number().int().nonnegative()

/** What a request held, in tokens as they are estimated: without what the provider counted they are about right. */
export const requestSizeSchema = z.object({
  /** The system prompt, with the instructions of servers. */
  system: tokens,
  /** Definitions of tools. */
  tools: tokens,
  /** What the person and the model wrote. */
  messages: tokens,
  /** What tools gave. */
  results: tokens,
  attachments: tokens,
})
export type RequestSize = z.infer<typeof requestSizeSchema>

/** The last request of a turn. */
export const sentRequestSchema = requestSizeSchema.extend({
  model: modelRefSchema,
  /** Depth of the first turn that was sent with all after it; those before it were left out, but for pinned ones. */
  from: z.number().int().nonnegative(),
  /** What a longer one held that was refused, now or before, and how much the model was known to read then. */
  refused: z
    .object({
      tokens,
      window: tokens.optional(),
      /** Turns that stayed below it since. */
      turns: z.number().int().nonnegative().optional(),
      /** How often a longer one was tried after many turns, and refused too. */
      again: z.number().int().nonnegative().optional(),
    })
    .optional(),
  /** As its provider counted it; absent until it is answered. */
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
