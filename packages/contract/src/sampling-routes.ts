import { identifierSchema } from '@gatehouse/domain'
import {
  runningSamplingSchema,
  samplingPolicyViewSchema,
  samplingRuleSchema,
} from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { route } from './route.ts'

export const samplingRoutes = {
  /** The sampling policies of servers, and their usage today. */
  'sampling.policies': route({ input: z.object({}), output: z.array(samplingPolicyViewSchema) }),
  /**
   * A rule that lets a server do more than now is decided in the consent window. Fails with
   * `server/not-found`, `sampling/unknown-model`, `sampling/server-changed`, `consent/too-many`.
   */
  'sampling.set-policy': route({
    input: z.object({ serverId: identifierSchema, rule: samplingRuleSchema }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
  }),
  /** Models that answer servers now. */
  'sampling.running': route({ input: z.object({}), output: z.array(runningSamplingSchema) }),
  /** Stops a run and shows the person its text so far; does nothing when it is over. */
  'sampling.stop': route({ input: z.object({ id: identifierSchema }), output: z.void() }),
}
