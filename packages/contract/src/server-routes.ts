import {
  frameSchema,
  identifierSchema,
  logLineSchema,
  serverBehaviourSchema,
  serverDraftSchema,
  serverViewSchema,
  signInViewSchema,
  similarToolSchema,
  toolSchema,
} from '@gatehouse/domain'
import { serverExaminationSchema } from '@gatehouse/domain/doctor'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

const window = z.object({
  id: identifierSchema,
  /** Returns only lines with a later sequence number. */
  after: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(2000).default(500),
})

export const serverRoutes = {
  'server.list': route({ input: noInput, output: z.array(serverViewSchema), acts: 'free' }),
  /**
   * Shows the person the launch, in a window that this one cannot reach, and saves the server if they agree. Runs
   * and stores nothing before that. The person starts it later.
   */
  'server.propose': route({
    input: serverDraftSchema,
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('saved'), server: serverViewSchema }),
      z.object({ outcome: z.literal('cancelled') }),
    ]),
    acts: 'press',
  }),
  /** Changes settings that do not affect the launch, at once and without a restart. */
  'server.adjust': route({
    input: z.object({ id: identifierSchema, behaviour: serverBehaviourSchema }),
    output: serverViewSchema,
    // Only an automatic start needs a press: the rest starts and sends nothing.
    acts: { by: 'press', isFree: ({ behaviour }) => behaviour.start !== 'launch' },
  }),
  'server.start': route({
    input: byId,
    output: z.void(),
    acts: { by: 'own-press', record: ({ id }) => ({ kind: 'server-started', serverId: id }) },
  }),
  'server.stop': route({
    input: byId,
    output: z.void(),
    acts: { by: 'own-press', recordAfter: ({ id }) => ({ kind: 'server-stopped', serverId: id }) },
  }),
  'server.restart': route({
    input: byId,
    output: z.void(),
    acts: { by: 'own-press', record: ({ id }) => ({ kind: 'server-started', serverId: id }) },
  }),
  'server.remove': route({ input: byId, output: z.void(), acts: 'press' }),
  /** Returns the sign-in. Fails with `sign-in/locked` while the keychain cannot be read. */
  'server.get-sign-in': route({ input: byId, output: signInViewSchema, acts: 'free' }),
  /** Restarts the server with a sign-in; its present tokens stay until the person signed in. */
  'server.sign-in-again': route({ input: byId, output: z.void(), acts: 'own-press' }),
  /** Stops the server and revokes its tokens; the registration of this app stays. */
  'server.sign-out': route({
    input: byId,
    output: z.void(),
    acts: { by: 'own-press', recordAfter: ({ id }) => ({ kind: 'signed-out', serverId: id }) },
  }),
  /** Signs out, and the app registers again at the next sign-in. */
  'server.forget-sign-in': route({
    input: byId,
    output: z.void(),
    acts: { by: 'own-press', recordAfter: ({ id }) => ({ kind: 'signed-out', serverId: id }) },
  }),
  'server.tools': route({ input: byId, output: z.array(toolSchema), acts: 'free' }),
  /** The server's tools that could be mistaken for tools of other servers. */
  'server.similar-tools': route({
    input: byId,
    output: z.array(z.object({ toolName: z.string(), others: z.array(similarToolSchema) })),
    acts: 'free',
  }),
  'server.logs': route({ input: window, output: z.array(logLineSchema), acts: 'free' }),
  /** Reads the facts for a diagnosis. Starts nothing. */
  'server.examine': route({ input: byId, output: serverExaminationSchema, acts: 'free' }),
  'server.frames': route({ input: window, output: z.array(frameSchema), acts: 'free' }),
}
