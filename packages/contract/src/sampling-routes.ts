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
  'sampling.policies': route({
    input: z.object({}),
    output: z.array(samplingPolicyViewSchema),
    acts: 'free',
  }),
  /**
   * Sets a server's sampling policy. A wider rule is confirmed in the consent window. Fails with
   * `server/not-found`, `sampling/unknown-model`, `sampling/server-changed`, `consent/too-many`.
   */
  'sampling.set-policy': route({
    input: z.object({ serverId: identifierSchema, rule: samplingRuleSchema }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    // A wider rule is confirmed in the consent window.
    acts: { by: 'press', isFree: ({ rule }) => rule.kind === 'never' },
  }),
  /** Models that answer servers at present. */
  'sampling.running': route({
    input: z.object({}),
    output: z.array(runningSamplingSchema),
    acts: 'free',
  }),
  /** Stops a run and shows the person its text so far; does nothing when it has ended. */
  'sampling.stop': route({
    input: z.object({ id: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
}
