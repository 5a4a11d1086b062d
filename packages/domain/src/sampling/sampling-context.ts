import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'

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
 * Context of a sampling request with `includeContext` (MCP 2025-11-25, client/sampling; deprecated in 2026-07-28).
 * It holds tool results of the one chat that caused the request, on the branch that leads to it. `thisServer`:
 * results of the server that asks; `allServers`: of any server. It holds no message of the person or the model, and
 * nothing of other chats. It is only offered: a model gets it if the person adds it to the messages, where they see
 * and edit it.
 */
export const samplingContextSchema = z.object({
  /** The server that asks comes first. */
  sources: z.array(contextSourceSchema),
  /**
   * Names of servers whose results are left out: the person's rule allows no flow from them to the asking server.
   */
  barred: z.array(z.string()),
})
export type SamplingContext = z.infer<typeof samplingContextSchema>
