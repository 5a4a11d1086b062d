import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'
import { modelRefSchema } from './model.ts'
import { TOOL_SEARCH_LIMITS, toolRefSchema, type ToolRef } from './tool-search.ts'

/** Limits of the texts in a chat's setup. */
export const CHAT_SETUP_LIMITS = {
  systemPrompt: 100_000,
  stops: 4,
  stop: 200,
  toolsOff: 2000,
  toolsPinned: TOOL_SEARCH_LIMITS.pinned,
  presets: 50,
  presetServers: 1000,
} as const

const REASONING_EFFORTS = ['none', 'low', 'medium', 'high'] as const

/** Absent parameters are left to the provider, except `maxOutputTokens`, which has a default. */
export const modelParametersSchema = z.object({
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.number().int().min(1).max(1_000_000).optional(),
  reasoningEffort: z.enum(REASONING_EFFORTS).optional(),
  stopSequences: z
    .array(z.string().min(1).max(CHAT_SETUP_LIMITS.stop))
    .min(1)
    .max(CHAT_SETUP_LIMITS.stops)
    .optional(),
})
export type ModelParameters = z.infer<typeof modelParametersSchema>

/** The setup of the model in a chat; absent fields are the defaults. */
export const chatSetupSchema = z.object({
  /** Replaces the whole default prompt; empty: none is sent. */
  systemPrompt: z.string().max(CHAT_SETUP_LIMITS.systemPrompt).optional(),
  parameters: modelParametersSchema.optional(),
  /** Tools of the chat's servers that are not offered, by their servers' own names for them. */
  toolsOff: z.array(toolRefSchema).max(CHAT_SETUP_LIMITS.toolsOff).optional(),
  /** Tools that are always offered while the others are found by search. */
  toolsPinned: z.array(toolRefSchema).max(CHAT_SETUP_LIMITS.toolsPinned).optional(),
  stepLimit: z.number().int().min(1).max(200).optional(),
  /** US dollars after which no further step is begun; models without a listed price cost nothing here. */
  costLimit: z.number().min(0.001).max(100_000).optional(),
})
export type ChatSetup = z.infer<typeof chatSetupSchema>

/** The part of a setup that is written to a file: tools belong to the servers of one computer. */
export const chatFileSetupSchema = chatSetupSchema.omit({ toolsOff: true, toolsPinned: true })
export type ChatFileSetup = z.infer<typeof chatFileSetupSchema>

/** A setup with a name, for chats to begin with. */
export const chatPresetSchema = z.object({
  id: identifierSchema,
  name: z.string().trim().min(1).max(80),
  setup: chatSetupSchema,
  /** Absent: that of new chats; `null` = manual mode. */
  model: modelRefSchema.nullable().optional(),
  /** Absent: all that are running, as `null` is. */
  serverIds: z.array(identifierSchema).max(CHAT_SETUP_LIMITS.presetServers).nullable().optional(),
})
export type ChatPreset = z.infer<typeof chatPresetSchema>

/** Starting point of new chats: the defaults, the setup of the last used chat, or a preset. */
export const newChatsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain') }),
  z.object({ kind: z.literal('last') }),
  z.object({ kind: z.literal('preset'), id: identifierSchema }),
])
export type NewChats = z.infer<typeof newChatsSchema>

/** Parameters that a model does not take, and that it was therefore not sent. */
export const leftOutParameterSchema = z.enum([
  'temperature',
  'maxOutputTokens',
  'reasoningEffort',
  'stopSequences',
])
export type LeftOutParameter = z.infer<typeof leftOutParameterSchema>

/** A parameter that a model takes in another form than the chat's, with the sent value. */
export const changedParameterSchema = z.object({
  name: leftOutParameterSchema,
  value: z.union([z.number(), z.enum(REASONING_EFFORTS)]),
})
export type ChangedParameter = z.infer<typeof changedParameterSchema>

/** True if the tool is turned off in this setup. */
export function isToolOff({ toolsOff = [] }: ChatSetup, { serverId, tool }: ToolRef): boolean {
  return toolsOff.some((one) => one.serverId === serverId && one.tool === tool)
}
