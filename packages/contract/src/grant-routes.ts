import { grantViewSchema, identifierSchema } from '@gatehouse/domain'
import { toolMarkSchema } from '@gatehouse/domain/approvals'
import { z } from 'zod'
import { route } from './route.ts'

export const grantRoutes = {
  /** Standing permissions, the latest first. */
  'grant.list': route({ input: z.object({}), output: z.array(grantViewSchema), acts: 'free' }),
  /** Revokes the grants for the read-only tools of a server in all chats; grants of single tools stay. */
  'grant.revoke-read-only': route({
    input: z.object({ serverId: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /**
   * Trusts a server's present declarations about its tools; confirmed in the consent window. Fails with
   * `server/not-found`, `grant/no-tools`, `grant/too-much-to-read`, `grant/server-changed`, `consent/too-many`.
   */
  'grant.trust-server': route({
    input: z.object({ serverId: identifierSchema }),
    output: z.object({ outcome: z.enum(['granted', 'cancelled']) }),
    // The consent window names what would run by itself.
    acts: 'press',
  }),
  'grant.distrust-server': route({
    input: z.object({ serverId: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
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
  'grant.revoke': route({
    input: z.object({ id: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** Revokes the grants of one server; `null` = all. */
  'grant.revoke-all': route({
    input: z.object({ serverId: identifierSchema.nullable() }),
    output: z.void(),
    acts: 'free',
  }),
}
