import { z } from 'zod'
import { identifierSchema } from './identifier.ts'

/** The results of one server in a chat, as a model would read them. */
const contextSourceSchema = z.object({
  serverId: identifierSchema,
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  /** Results in it. */
  results: z.number().int().positive(),
  text: z.string(),
  /** There was more: results before these, or the rest of a long one. */
  isShortened: z.boolean(),
})
export type ContextSource = z.infer<typeof contextSourceSchema>

/**
 * What `includeContext` of a sampling request stands for here (MCP 2025-11-25, client/sampling; deprecated in
 * 2026-07-28): results of tool calls in the one chat that caused the request, on the branch that leads to it,
 * which came from the server that asks (`thisServer`), or from any server (`allServers`). No message of the
 * person or the model, nothing of other chats. It is only offered to the person: none of it goes to a model
 * unless they add it to the messages, where they see and edit it.
 */
export const samplingContextSchema = z.object({
  /** The server that asks comes first. */
  sources: z.array(contextSourceSchema),
  /** Names of servers whose results are kept out: the person's rule lets nothing of them go to the one that asks. */
  barred: z.array(z.string()),
})
export type SamplingContext = z.infer<typeof samplingContextSchema>
