import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'

/** What a server wants to know of the person (MCP 2026-07-28, client/elicitation). */
export const elicitationRequestSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('form'), message: z.string(), requestedSchema: jsonObjectSchema }),
  z.object({
    mode: z.literal('url'),
    message: z.string(),
    url: z.string(),
    /** Absent in the modern era. */
    elicitationId: z.string().optional(),
  }),
])
export type ElicitationRequest = z.infer<typeof elicitationRequestSchema>

/** `decline` = a clear no; `cancel` = put away without a decision. */
export const elicitationAnswerSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    /** Only for a form; fields without a value take the schema's defaults. */
    content: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .optional(),
  }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
])
export type ElicitationAnswer = z.infer<typeof elicitationAnswerSchema>

/** What a server wants a model to continue (MCP 2026-07-28, client/sampling). */
export const samplingRequestSchema = z.object({
  systemPrompt: z.string().optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: jsonValueSchema })),
  maxTokens: z.number().int().positive(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).optional(),
  modelPreferences: jsonObjectSchema.optional(),
})
export type SamplingRequest = z.infer<typeof samplingRequestSchema>

export const samplingAnswerSchema = z.object({
  model: z.string(),
  text: z.string(),
  stopReason: z.enum(['endTurn', 'stopSequence', 'maxTokens']).optional(),
})
export type SamplingAnswer = z.infer<typeof samplingAnswerSchema>

/** A folder or file that a server may work in; always a `file:` URL (MCP 2026-07-28, client/roots). */
export const rootSchema = z.object({
  uri: z.string().startsWith('file://'),
  name: z.string().optional(),
})
export type Root = z.infer<typeof rootSchema>
