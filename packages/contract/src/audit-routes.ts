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
import { route } from './route.ts'

export const auditRoutes = {
  /** Decisions and their outcomes, latest first. A page may have no row and still not be the last. */
  'audit.page': route({ input: auditQuerySchema, output: auditPageSchema }),
  /**
   * One of them; of a call that was under way, the record of how it ended. `turnId`: where its entry is in its chat.
   * `messages`: the frames that it is about, `null` where it is about none. `null` when it was deleted.
   */
  'audit.get': route({
    input: auditIdSchema,
    output: auditRecordSchema
      .extend({ turnId: identifierSchema.nullable(), messages: recordMessagesSchema.nullable() })
      .nullable(),
  }),
  /** Looks through the whole record for what was changed or taken out. */
  'audit.check': route({ input: z.object({}), output: auditCheckSchema }),
  /**
   * For how many days the record is kept; `null`: always. Deleting more than now is decided in the consent
   * window. Fails with `audit/retention-changed`, `consent/too-many`.
   */
  'audit.set-retention': route({
    input: z.object({ days: auditDaysSchema }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
  }),
  /**
   * Writes the whole record as JSON Lines to a file that the person picks in the system's dialog; `null`
   * when they closed it. Fails with `audit/not-written`.
   */
  'audit.export': route({
    input: z.object({}),
    output: z.object({ path: z.string() }).nullable(),
  }),
}
