import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/** A fault in the record of decisions. */
export const auditFaultSchema = z.object({
  /**
   * `missing`: one or more before it; `missing-end`: one or more after it; `deleted`: it, or one before it,
   * was changed or missing already when it was deleted as old; `rewritten`: its hash is right, but it does not match
   * the key in the keychain.
   */
  kind: z.enum(['changed', 'missing', 'missing-end', 'deleted', 'rewritten']),
  /** The number of the record, counted from 1 over all that ever were. */
  record: z.number().int().nonnegative(),
  /** Time of writing as the record states it. */
  at: timestampSchema.nullable(),
})
export type AuditFault = z.infer<typeof auditFaultSchema>

const auditSignaturesSchema = z.object({
  /**
   * The key: `closed`: not read in this run, since only another use of the keychain reads it; `none`: not made yet, and
   * nothing is signed; `missing`: records are signed, but the keychain has no key; `used`: signatures were checked.
   */
  key: z.enum(['closed', 'none', 'missing', 'used']),
  /** Number of records with a signature, checked or not. */
  signed: z.number().int().nonnegative(),
  /** The last record that was written before the key was made; 0 if nothing was checked. */
  begins: z.number().int().nonnegative(),
  /** Records up to this number were not rewritten without the key since it covered them; 0 if nothing was checked. */
  through: z.number().int().nonnegative(),
  /** Changing or removing records up to this number without the keychain is a fault; 0 if nothing was checked. */
  anchored: z.number().int().nonnegative(),
  /** Number of signatures of an earlier key, which is lost: they cannot be checked. */
  earlier: z.number().int().nonnegative(),
})
export type AuditSignatures = z.infer<typeof auditSignaturesSchema>

/**
 * The result of a check of the whole audit record. Each record holds the hash of the one before it, so a changed,
 * inserted or removed record is noticed. Anyone who can write the file can also recompute the hashes from any record
 * on: the signatures of a key in the keychain show that, or an earlier export.
 */
export const auditCheckSchema = z.object({
  /** Records that were looked at. */
  records: z.number().int().nonnegative(),
  /** Records that are older than the chain. */
  unchained: z.number().int().nonnegative(),
  /** The hash of the last one, in hex; '' when none has one. */
  head: z.string(),
  /** The number of the last record that was deleted as old; 0 for none. */
  deleted: z.number().int().nonnegative(),
  /** The number of the record of the last restored backup: those before it were made elsewhere. 0 for none. */
  restored: z.number().int().nonnegative(),
  signatures: auditSignaturesSchema,
  fault: auditFaultSchema.nullable(),
})
export type AuditCheck = z.infer<typeof auditCheckSchema>

/** A record of the chain; number 0 and hash '' before the first. */
const auditPlaceSchema = z.object({
  record: z.number().int().nonnegative(),
  /** In hex; '' for a record that is older than the chain. */
  hash: z.string(),
  /** Time of writing as the record states it. */
  at: timestampSchema.nullable(),
})
export type AuditPlace = z.infer<typeof auditPlaceSchema>

/** The key that signs the audit record, as it is stored in the keychain. */
const auditKeySchema = z.object({
  /** 32 bytes in hex. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  /** The last record when the key was made. Signatures up to it are those of an earlier key. */
  begins: auditPlaceSchema,
  /** The last record when the keychain was last written: it cannot be removed unnoticed. */
  anchor: auditPlaceSchema,
})
export type AuditKey = z.infer<typeof auditKeySchema>

/** The entry of the keychain. `aside`: the key of the data that a restore replaced, or that were put back. */
export const storedAuditKeySchema = auditKeySchema.extend({ aside: auditKeySchema.optional() })
export type StoredAuditKey = z.infer<typeof storedAuditKeySchema>
