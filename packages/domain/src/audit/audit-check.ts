import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/** A fault in the record of decisions. */
export const auditFaultSchema = z.object({
  /**
   * `missing`: one or more before it; `missing-end`: one or more after it; `deleted`: it, or one before it,
   * was changed or missing already when it was deleted as old.
   */
  kind: z.enum(['changed', 'missing', 'missing-end', 'deleted']),
  /** The number of the record, counted from 1 over all that ever were. */
  record: z.number().int().nonnegative(),
  /** When it was written, by its own words. */
  at: timestampSchema.nullable(),
})
export type AuditFault = z.infer<typeof auditFaultSchema>

/**
 * The result of a check of the whole audit record. Each record holds the hash of the one before it, so a changed,
 * inserted or removed record is noticed. Anyone who can write the file can also rewrite the chain from any record
 * on: only an earlier export shows that.
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
  fault: auditFaultSchema.nullable(),
})
export type AuditCheck = z.infer<typeof auditCheckSchema>
