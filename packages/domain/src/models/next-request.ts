import { z } from 'zod'
import { requestSizeSchema } from './sent-request.ts'

const tokens = z.number().int().nonnegative()

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
