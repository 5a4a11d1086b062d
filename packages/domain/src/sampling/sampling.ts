import { z } from 'zod'
import {
  audioContentSchema,
  contentBlockSchema,
  imageContentSchema,
  MAX_RESULT_BLOCKS,
  textContentSchema,
} from '../content/content.ts'
import { jsonObjectSchema, jsonValueSchema } from '../json/json.ts'
import { SAMPLING_POLICY_LIMITS } from './sampling-policy.ts'

/** Limits of the lists in one sampling request. More hints are of no use, and a person reads all of them. */
export const SAMPLING_LIMITS = {
  messages: 1000,
  /** Blocks of all messages together. */
  blocks: 2000,
  hints: 64,
  stopSequences: 64,
  tools: 128,
  /** Characters of a hint, a stop sequence or a tool's name. */
  name: 256,
} as const

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
  content: z.array(contentBlockSchema).max(MAX_RESULT_BLOCKS).default([]),
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
  content: z.array(samplingBlockSchema).max(SAMPLING_LIMITS.blocks),
})
export type SamplingMessage = z.infer<typeof samplingMessageSchema>

export const samplingToolSchema = z.object({
  name: z.string().min(1).max(SAMPLING_LIMITS.name),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObjectSchema,
})
export type SamplingTool = z.infer<typeof samplingToolSchema>

/** Priorities are 0 to 1; hints are parts of model names, most wanted first. All advice. */
export const modelPreferencesSchema = z.object({
  hints: z
    .array(z.object({ name: z.string().max(SAMPLING_LIMITS.name).optional() }))
    .max(SAMPLING_LIMITS.hints)
    .optional(),
  costPriority: z.number().min(0).max(1).optional(),
  speedPriority: z.number().min(0).max(1).optional(),
  intelligencePriority: z.number().min(0).max(1).optional(),
})
export type ModelPreferences = z.infer<typeof modelPreferencesSchema>

/** Blocks of all messages, those in results of tools included. */
function blocksOf(messages: readonly SamplingMessage[]): number {
  let count = 0
  for (const { content } of messages)
    for (const block of content)
      count += block.type === 'tool_result' ? block.content.length + 1 : 1
  return count
}

/** A sampling request: the messages that a model should continue (MCP 2026-07-28, client/sampling). */
export const samplingRequestSchema = z.object({
  systemPrompt: z.string().optional(),
  messages: z
    .array(samplingMessageSchema)
    .max(SAMPLING_LIMITS.messages)
    .refine((messages) => blocksOf(messages) <= SAMPLING_LIMITS.blocks, {
      message: `more than ${SAMPLING_LIMITS.blocks} blocks`,
    }),
  /** No more than a day's budget may have: what one run can use stays a number that can be counted. */
  maxTokens: z.number().int().positive().max(SAMPLING_POLICY_LIMITS.tokensPerDay),
  temperature: z.number().optional(),
  stopSequences: z
    .array(z.string().max(SAMPLING_LIMITS.name))
    .max(SAMPLING_LIMITS.stopSequences)
    .optional(),
  modelPreferences: modelPreferencesSchema.optional(),
  /** Soft-deprecated; what it stands for is offered to the person (`samplingContextSchema`), never added unasked. */
  includeContext: z.enum(['none', 'thisServer', 'allServers']).optional(),
  tools: z.array(samplingToolSchema).max(SAMPLING_LIMITS.tools).optional(),
  toolChoice: z.object({ mode: z.enum(['auto', 'required', 'none']).optional() }).optional(),
  metadata: jsonObjectSchema.optional(),
})
export type SamplingRequest = z.infer<typeof samplingRequestSchema>

export const samplingAnswerSchema = z.object({
  /** Its author: a model's id, or `human` for the person. */
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
