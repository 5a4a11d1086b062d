import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/** A record of the chain; number 0 and hash '' before the first. */
const auditPlaceSchema = z.object({
  record: z.number().int().nonnegative(),
  /** In hex; '' for a record that is older than the chain. */
  hash: z.string(),
  /** When it was written, by its own words. */
  at: timestampSchema.nullable(),
})
export type AuditPlace = z.infer<typeof auditPlaceSchema>

/** The key that signs the audit record, as it is stored in the keychain. */
export const auditKeySchema = z.object({
  /** 32 bytes in hex. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  /** The last record when the key was made. Signatures up to it are those of an earlier key. */
  begins: auditPlaceSchema,
  /** The last record when the keychain was last written: it cannot be removed unnoticed. */
  anchor: auditPlaceSchema,
})
export type AuditKey = z.infer<typeof auditKeySchema>
