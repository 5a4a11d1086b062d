import { z } from 'zod'

/**
 * What a server turned out to speak, kept from one start to the next so that it is not asked again.
 * Only used while `key`, a digest of what the server is, stays the same.
 */
export const connectionVerdictSchema = z.object({
  key: z.string(),
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string(),
  transport: z.string(),
  serverVersion: z.string().optional(),
})
export type ConnectionVerdict = z.infer<typeof connectionVerdictSchema>
