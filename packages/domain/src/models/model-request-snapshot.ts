import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'
import { modelSourceSchema } from './provider-parts.ts'

/** SHA-256 in hex of a text that is kept once, however many turns have it. */
const textHash = z.string().regex(/^[0-9a-f]{64}$/)

/** The setup of the requests of a turn, from one step until a later step differs. */
export const modelRequestSnapshotSchema = z.object({
  step: z.number().int().positive(),
  providerId: identifierSchema,
  providerName: z.string(),
  source: modelSourceSchema,
  parameters: z.object({
    maxOutputTokens: z.number().int().positive(),
    /** Absent = the provider's own. */
    temperature: z.number().optional(),
    stopSequences: z.array(z.string()).optional(),
    reasoningEffort: z.enum(['none', 'low', 'medium', 'high']).optional(),
    toolChoice: z.enum(['auto', 'required', 'none']).optional(),
  }),
  /** The system prompt, with all instructions in it. */
  system: textHash,
  /** {@link offeredToolsSchema} as canonical JSON. */
  tools: textHash,
})
export type ModelRequestSnapshot = z.infer<typeof modelRequestSnapshotSchema>

/** A tool that a model was offered. */
const offeredToolSchema = z.object({
  /** The name that the model saw. */
  name: z.string(),
  /** `null` = the host's own. */
  serverId: identifierSchema.nullable(),
  serverName: z.string(),
  /** Digest of who the server was. */
  serverIdentity: z.string().optional(),
  /** The tool by its server's own name. */
  tool: z.string(),
  /** Its whole definition, what a grant is bound to: canonical JSON by its hash. */
  definition: textHash,
})
export type OfferedTool = z.infer<typeof offeredToolSchema>

/** The text that {@link ModelRequestSnapshot} names with `tools`. */
export const offeredToolsSchema = z.array(offeredToolSchema)
