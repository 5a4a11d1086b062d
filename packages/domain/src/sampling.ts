import { z } from 'zod'
import {
  audioContentSchema,
  contentBlockSchema,
  imageContentSchema,
  textContentSchema,
} from './content.ts'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'

/** A model's call of a tool that the *server* offers it (MCP 2025-11-25, client/sampling). */
const samplingToolUseSchema = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: jsonObjectSchema,
})
const samplingToolResultSchema = z.object({
  type: z.literal('tool_result'),
  toolUseId: z.string(),
  content: z.array(contentBlockSchema),
  structuredContent: jsonValueSchema.optional(),
  isError: z.boolean().optional(),
})
export const samplingBlockSchema = z.discriminatedUnion('type', [
  textContentSchema,
  imageContentSchema,
  audioContentSchema,
  samplingToolUseSchema,
  samplingToolResultSchema,
])
export type SamplingBlock = z.infer<typeof samplingBlockSchema>

/** A single block on the wire is a list of one here. */
export const samplingMessageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.array(samplingBlockSchema),
})
export type SamplingMessage = z.infer<typeof samplingMessageSchema>

export const samplingToolSchema = z.object({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObjectSchema,
})
export type SamplingTool = z.infer<typeof samplingToolSchema>

/** Priorities are 0 to 1; hints are parts of model names, most wanted first. All advice. */
export const modelPreferencesSchema = z.object({
  hints: z.array(z.object({ name: z.string().optional() })).optional(),
  costPriority: z.number().min(0).max(1).optional(),
  speedPriority: z.number().min(0).max(1).optional(),
  intelligencePriority: z.number().min(0).max(1).optional(),
})
export type ModelPreferences = z.infer<typeof modelPreferencesSchema>

/** What a server wants a model to continue (MCP 2026-07-28, client/sampling). */
export const samplingRequestSchema = z.object({
  systemPrompt: z.string().optional(),
  messages: z.array(samplingMessageSchema),
  maxTokens: z.number().int().positive(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).optional(),
  modelPreferences: modelPreferencesSchema.optional(),
  /** Soft-deprecated; Gatehouse never adds context of other servers, and shows that it was wanted. */
  includeContext: z.enum(['none', 'thisServer', 'allServers']).optional(),
  tools: z.array(samplingToolSchema).optional(),
  toolChoice: z.object({ mode: z.enum(['auto', 'required', 'none']).optional() }).optional(),
  metadata: jsonObjectSchema.optional(),
})
export type SamplingRequest = z.infer<typeof samplingRequestSchema>

export const samplingAnswerSchema = z.object({
  /** What wrote it: a model's id, or `human` when the person did. */
  model: z.string(),
  content: z
    .array(
      z.discriminatedUnion('type', [
        textContentSchema,
        imageContentSchema,
        audioContentSchema,
        samplingToolUseSchema,
      ]),
    )
    .min(1),
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a vendor's own word. */
  stopReason: z.string().optional(),
})
export type SamplingAnswer = z.infer<typeof samplingAnswerSchema>

/** All text of some blocks, one block after the other. */
export function samplingText(content: SamplingBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}
