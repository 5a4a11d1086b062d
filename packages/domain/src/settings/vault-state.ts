import { z } from 'zod'

/**
 * Where secrets are kept. `memory` means that no keychain can be used: secrets are forgotten at
 * quit, and `reason` says why in words with how to fix it.
 */
export const vaultStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('keychain'),
    name: z.enum(['Secret Service', 'Keychain', 'Credential Manager']),
    /** Its service is there, and nothing was read or kept yet: it may be locked. */
    isUntried: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('memory'),
    code: z.enum(['no-bus', 'no-service', 'no-collection', 'locked', 'no-library', 'unknown']),
    reason: z.string(),
    remedy: z.string(),
  }),
])
export type VaultState = z.infer<typeof vaultStateSchema>
