import { auditCheckSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

export const auditRoutes = {
  /** Looks through the whole record for what was changed or taken out. */
  'audit.check': route({ input: z.object({}), output: auditCheckSchema }),
  /**
   * Writes the whole record as JSON Lines to a file that the person picks in the system's dialog; `null`
   * when they closed it. Fails with `audit/not-written`.
   */
  'audit.export': route({
    input: z.object({}),
    output: z.object({ path: z.string() }).nullable(),
  }),
}
