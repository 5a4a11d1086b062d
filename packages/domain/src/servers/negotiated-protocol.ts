import { z } from 'zod'

/**
 * The protocol that was negotiated at the last start, stored so that the next start need not negotiate.
 * Only valid while `key`, a digest of the server's identity, stays the same.
 */
export const negotiatedProtocolSchema = z.object({
  key: z.string(),
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string(),
  transport: z.string(),
  serverVersion: z.string().optional(),
})
export type NegotiatedProtocol = z.infer<typeof negotiatedProtocolSchema>
