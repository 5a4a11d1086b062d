import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'

/** A standing "allow" for one tool in one chat, void as soon as the server or the tool's definition changes. */
export const grantSchema = z.object({
  id: identifierSchema,
  conversationId: identifierSchema,
  serverId: identifierSchema,
  toolName: z.string(),
  /** SHA-256 of the tool's canonical definition at the time, in hex. */
  definitionHash: z.string(),
  /** Digest of who the server was; empty in what an earlier version wrote, and then the grant is void. */
  identity: z.string(),
  /** A call of this tool may have run without its outcome being known; until then decided anew, the grant is void. */
  unknownCall: identifierSchema.optional(),
  createdAt: timestampSchema,
})
export type Grant = z.infer<typeof grantSchema>
