import { dataFlowRuleViewSchema, flowRuleSchema, identifierSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

export const dataFlowRoutes = {
  /** Rules for text from one server to another; a pair without a rule is asked about. */
  'data-flow.rules': route({
    input: z.object({}),
    output: z.array(dataFlowRuleViewSchema),
    acts: 'free',
  }),
  /**
   * `fromId: null`: files that the person attached. A rule with fewer questions than now is decided in the consent
   * window. Fails with `server/not-found`, `data-flow/server-changed`, `consent/too-many`.
   */
  'data-flow.set-rule': route({
    input: z.object({
      fromId: identifierSchema.nullable(),
      toId: identifierSchema,
      rule: flowRuleSchema,
    }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    // Fewer questions are confirmed in the consent window.
    acts: { by: 'press', isFree: ({ rule }) => rule === 'never' },
  }),
}
