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
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })
const window = z.object({
  id: identifierSchema,
  /** Returns only lines with a later sequence number. */
  after: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(2000).default(500),
})

export const serverRoutes = {
  'server.list': route({ input: z.object({}), output: z.array(serverViewSchema) }),
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
  }),
  /** Changes settings that do not affect the launch, at once and without a restart. */
  'server.adjust': route({
    input: z.object({ id: identifierSchema, behaviour: serverBehaviourSchema }),
    output: serverViewSchema,
  }),
  'server.start': route({ input: id, output: z.void() }),
  'server.stop': route({ input: id, output: z.void() }),
  'server.restart': route({ input: id, output: z.void() }),
  'server.remove': route({ input: id, output: z.void() }),
  /** Returns the sign-in. Fails with `sign-in/locked` while the keychain cannot be read. */
  'server.get-sign-in': route({ input: id, output: signInViewSchema }),
  /** Restarts the server with a sign-in; its present tokens stay until the person signed in. */
  'server.sign-in-again': route({ input: id, output: z.void() }),
  /** Stops the server and revokes its tokens; the registration of this app stays. */
  'server.sign-out': route({ input: id, output: z.void() }),
  /** Signs out, and the app registers again at the next sign-in. */
  'server.forget-sign-in': route({ input: id, output: z.void() }),
  'server.tools': route({ input: id, output: z.array(toolSchema) }),
  /** The server's tools that could be mistaken for tools of other servers. */
  'server.similar-tools': route({
    input: id,
    output: z.array(z.object({ toolName: z.string(), others: z.array(similarToolSchema) })),
  }),
  'server.logs': route({ input: window, output: z.array(logLineSchema) }),
  /** Reads the facts for a diagnosis. Starts nothing. */
  'server.examine': route({ input: id, output: serverExaminationSchema }),
  'server.frames': route({ input: window, output: z.array(frameSchema) }),
}
