import { z } from 'zod'
import { timestampSchema } from './identifier.ts'

const names = z.array(z.string().max(256)).max(256)

/**
 * The form of request that one model at one address takes, as far as its refusals told. Empty: as the API is
 * documented.
 */
export const modelCompatibilitySchema = z.object({
  /** Optional fields of the body that are left out. */
  leftOutFields: names.optional(),
  /** The name of the limit of the answer. */
  limitField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  /** The most tokens of an answer that are asked for. */
  maxOutputTokens: z.number().int().positive().optional(),
  /** `plain`: at most 40 letters, digits, `_` and `-`. `nine`: exactly nine letters and digits. */
  callIds: z.enum(['plain', 'nine']).optional(),
  /** The system text is a part of the first message of the user. */
  systemInUser: z.literal(true).optional(),
  /** The content of a message with calls and without text. */
  emptyContent: z.enum(['text', 'null']).optional(),
  /** Reasoning is not sent back. */
  withoutReasoning: z.literal(true).optional(),
  /** Tools of earlier calls are defined, though none are offered. */
  definesCalledTools: z.literal(true).optional(),
  /** Schemas of tools have only what Gemini takes. */
  plainSchemas: z.literal(true).optional(),
  /** Tools that are not offered, by their names for the model. */
  leftOutTools: names.optional(),
  /** Tools that were named by a wrong place were offered again, once. */
  hasRestoredTools: z.literal(true).optional(),
  /** Roles alternate strictly, so nothing but an answer follows the results of tools. */
  alternatesRoles: z.literal(true).optional(),
  /** The pictures and sounds of tools that are sent; absent: all. */
  toolMedia: z.enum(['pictures', 'none']).optional(),
})
export type ModelCompatibility = z.infer<typeof modelCompatibilitySchema>

/** A form of request with the model and the address that took it, and when. */
export const learnedCompatibilitySchema = z.object({
  modelId: z.string(),
  baseUrl: z.string(),
  form: modelCompatibilitySchema,
  learnedAt: timestampSchema,
})
export type LearnedCompatibility = z.infer<typeof learnedCompatibilitySchema>
