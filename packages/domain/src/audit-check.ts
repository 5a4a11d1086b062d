import { z } from 'zod'
import { timestampSchema } from './identifier.ts'

/**
 * What a look through the whole record of decisions found. Each record holds the hash of the one before
 * it, so a record that was changed, put in or taken out is noticed. Whoever can write the file can also
 * write the chain anew from any record on: that is seen only beside an export that was made before.
 */
export const auditCheckSchema = z.object({
  /** Records that were looked at. */
  records: z.number().int().nonnegative(),
  /** Those of them that are older than the chain. */
  unchained: z.number().int().nonnegative(),
  /** The hash of the last one, in hex; '' when none has one. */
  head: z.string(),
  fault: z
    .object({
      /** `missing`: one or more before it; `missing-end`: one or more after it. */
      kind: z.enum(['changed', 'missing', 'missing-end']),
      /** The number of the record, counted from 1 over all that ever were. */
      record: z.number().int().nonnegative(),
      /** When it was written, by its own words. */
      at: timestampSchema.nullable(),
    })
    .nullable(),
})
export type AuditCheck = z.infer<typeof auditCheckSchema>
