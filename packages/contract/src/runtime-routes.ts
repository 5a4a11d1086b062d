import { identifierSchema } from '@gatehouse/domain'
import { runtimeListSchema, runtimeNameSchema } from '@gatehouse/domain/launch'
import { z } from 'zod'
import { route } from './route.ts'

const byName = z.object({ name: runtimeNameSchema })

/** Programs that run the code of servers: those of the person, and copies for launches without one. */
export const runtimeRoutes = {
  'runtimes.list': route({ input: z.object({}), output: runtimeListSchema, acts: 'free' }),
  /**
   * Fetches a copy after the person agreed in a window that this one cannot reach. `requestId` names it for
   * `server.request-progress` and `server.cancel-request`. Fails with `runtime/failed`.
   */
  'runtimes.install': route({
    input: byName.extend({ requestId: identifierSchema }),
    output: z.object({ outcome: z.enum(['installed', 'cancelled']) }),
    acts: 'press',
  }),
  /** Removes the copy. */
  'runtimes.remove': route({ input: byName, output: z.void(), acts: 'press' }),
  /** Lets the person pick a program for launches without one; false when they closed the dialog. */
  'runtimes.pick': route({
    input: byName,
    output: z.object({ picked: z.boolean() }),
    acts: 'press',
  }),
  /** Forgets the picked program. */
  'runtimes.forget': route({ input: byName, output: z.void(), acts: 'free' }),
}
