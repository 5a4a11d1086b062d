import {
  dataFlowRuleViewSchema,
  flowRuleSchema,
  grantViewSchema,
  identifierSchema,
  serverInstructionsSchema,
} from '@gatehouse/domain'
import { toolMarkSchema } from '@gatehouse/domain/approvals'
import {
  runningSamplingSchema,
  samplingPolicyViewSchema,
  samplingRuleSchema,
} from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { byId, noInput, ofServer, route } from './route.ts'

/** Standing permissions of servers: grants, sampling policies, data flow rules and instructions. */
export const permissionRoutes = {
  /** Standing permissions, the latest first. */
  'grant.list': route({ input: noInput, output: z.array(grantViewSchema), acts: 'free' }),
  /** Revokes the grants for the read-only tools of a server in all chats; grants of single tools stay. */
  'grant.revoke-read-only': route({ input: ofServer, output: z.void(), acts: 'free' }),
  /**
   * Trusts a server's present declarations about its tools; confirmed in the consent window. Fails with
   * `server/not-found`, `grant/no-tools`, `grant/too-much-to-read`, `grant/server-changed`, `consent/too-many`.
   */
  'grant.trust-server': route({
    input: ofServer,
    output: z.object({ outcome: z.enum(['granted', 'cancelled']) }),
    // The consent window names what would run by itself.
    acts: 'press',
  }),
  'grant.distrust-server': route({ input: ofServer, output: z.void(), acts: 'free' }),
  /**
   * Sets the person's own mark of a tool; "reads only" is confirmed in the consent window. Fails with
   * `server/not-found`, `chat/tool-not-found`, `grant/declared-otherwise`, `grant/server-changed`,
   * `consent/too-many`.
   */
  'grant.mark-tool': route({
    input: z.object({
      serverId: identifierSchema,
      toolName: z.string().min(1).max(1024),
      mark: toolMarkSchema.nullable(),
    }),
    output: z.object({ outcome: z.enum(['granted', 'cancelled']) }),
    acts: { by: 'press', isFree: ({ mark }) => mark === 'ask' },
  }),
  /** Revokes a grant. Fails with `grant/not-found`. */
  'grant.revoke': route({ input: byId, output: z.void(), acts: 'free' }),
  /** Revokes the grants of one server; `null` = all. */
  'grant.revoke-all': route({
    input: z.object({ serverId: identifierSchema.nullable() }),
    output: z.void(),
    acts: 'free',
  }),
  /** The sampling policies of servers, and their usage today. */
  'sampling.policies': route({
    input: noInput,
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
    input: noInput,
    output: z.array(runningSamplingSchema),
    acts: 'free',
  }),
  /** Stops a run and shows the person its text so far; does nothing when it has ended. */
  'sampling.stop': route({ input: byId, output: z.void(), acts: 'free' }),
  /** Rules for text from one server to another; a pair without a rule is asked about. */
  'data-flow.rules': route({
    input: noInput,
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
  /** The instructions of a server for models, and whether models get them. Fails with `server/not-found`. */
  'instructions.of-server': route({
    input: ofServer,
    output: serverInstructionsSchema,
    acts: 'free',
  }),
  /**
   * Asks in the consent window if models may get the present instructions of the server. Fails with
   * `server/not-found`, `instructions/none`, `instructions/too-long`, `instructions/too-much`,
   * `instructions/changed`, `consent/too-many`.
   */
  'instructions.allow': route({
    input: ofServer,
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    // The consent window shows the text.
    acts: 'press',
  }),
  /** Refuses the server's instructions for models, also after changes. Fails with `server/not-found`. */
  'instructions.refuse': route({ input: ofServer, output: z.void(), acts: 'free' }),
}
