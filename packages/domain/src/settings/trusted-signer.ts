import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

export const MAX_TRUSTED_SIGNERS = 100

/** A signer of bundles whom the person trusts, known by the certificate and not by its name. */
export const trustedSignerSchema = z.object({
  /** SHA-256 in hex. */
  certificate: z.string().regex(/^[0-9a-f]{64}$/),
  /** As the certificate claims. */
  name: z.string(),
  at: timestampSchema,
})
