import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'

/** A standing "allow" for one tool in one chat, void as soon as the tool's definition changes. */
export const grantSchema = z.object({
  id: identifierSchema,
  conversationId: identifierSchema,
  serverId: identifierSchema,
  toolName: z.string(),
  /** SHA-256 of the tool's canonical definition at the time, in hex. */
  definitionHash: z.string(),
  createdAt: timestampSchema,
})
export type Grant = z.infer<typeof grantSchema>
