import { z } from 'zod'
import { auditFaultSchema } from './audit-check.ts'
import { timestampSchema } from '../identifier.ts'

/** Days after which a record of a decision is deleted; `null`: it is kept. */
export const auditDaysSchema = z.union([z.literal(30), z.literal(90), z.literal(365)]).nullable()
export type AuditDays = z.infer<typeof auditDaysSchema>

/** True if `next` deletes records that `now` would keep. */
export function deletesMore(now: AuditDays, next: AuditDays): boolean {
  return (next ?? Infinity) < (now ?? Infinity)
}

const hashSchema = z.string().regex(/^(?:[0-9a-f]{64})?$/)

/**
 * One deletion of old records. It is written before anything is deleted, and holds the hashes on both sides, so
 * that the records before and behind the gap can be checked at any moment.
 */
export const auditDeletionSchema = z.object({
  /** The numbers of the first existing record, and of the last deleted one. */
  first: z.number().int().positive(),
  through: z.number().int().positive(),
  /** The hash before the first, and that of the last, in hex; '' for none. */
  previous: hashSchema,
  head: hashSchema,
  /** Number of deleted records. */
  records: z.number().int().positive(),
  /** All of them are older than this. */
  before: timestampSchema,
  /** A fault in the deleted records, of this deletion or an earlier one: deleting does not hide it. */
  fault: auditFaultSchema.nullable(),
})
export type AuditDeletion = z.infer<typeof auditDeletionSchema>
