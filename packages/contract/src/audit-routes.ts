import { auditRecordSchema, identifierSchema } from '@gatehouse/domain'
import {
  auditCheckSchema,
  auditDaysSchema,
  auditIdSchema,
  auditPageSchema,
  auditQuerySchema,
  recordMessagesSchema,
} from '@gatehouse/domain/audit'
import { z } from 'zod'
import { noInput, route } from './route.ts'

export const auditRoutes = {
  /** Decisions and their outcomes, latest first. A page may have no row and still not be the last. */
  'audit.page': route({ input: auditQuerySchema, output: auditPageSchema, acts: 'free' }),
  /**
   * Returns one record; of a call under way, the record of its end. `turnId`: the turn of its entry. `messages`:
   * its frames, `null` if it has none. `null` when it was deleted.
   */
  'audit.get': route({
    input: auditIdSchema,
    output: auditRecordSchema
      .extend({ turnId: identifierSchema.nullable(), messages: recordMessagesSchema.nullable() })
      .nullable(),
    acts: 'free',
  }),
  /** Checks the whole chain for changed or removed records. */
  'audit.check': route({ input: noInput, output: auditCheckSchema, acts: 'free' }),
  /**
   * Sets the retention of the record in days; `null` = for ever. A shorter retention is confirmed in the consent
   * window. Fails with `audit/retention-changed`, `consent/too-many`.
   */
  'audit.set-retention': route({
    input: z.object({ days: auditDaysSchema }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    acts: { by: 'press', isFree: ({ days }) => days === null },
  }),
  /**
   * Writes the whole record as JSON Lines to a file that the person picks in the system's dialog; `null`
   * when they closed it. Fails with `audit/not-written`.
   */
  'audit.export': route({
    input: noInput,
    output: z.object({ path: z.string() }).nullable(),
    acts: 'press',
  }),
}
