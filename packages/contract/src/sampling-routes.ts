import { identifierSchema } from '@gatehouse/domain'
import {
  runningSamplingSchema,
  samplingPolicyViewSchema,
  samplingRuleSchema,
} from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { route } from './route.ts'

export const samplingRoutes = {
  /** What each server may have a model answer, and what of it was used today. */
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
  /** What the model has written is put before the person; nothing happens to one that is over. */
  'sampling.stop': route({ input: z.object({ id: identifierSchema }), output: z.void() }),
}
