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
  /** Only what is newer than this sequence number. */
  after: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(2000).default(500),
})

export const serverRoutes = {
  'server.list': route({ input: z.object({}), output: z.array(serverViewSchema) }),
  /**
   * Shows the person what would run, in a window that this one cannot reach, and saves it when they
   * agree; it starts when they say so. Runs and keeps nothing before that.
   */
  'server.propose': route({
    input: serverDraftSchema,
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('saved'), server: serverViewSchema }),
      z.object({ outcome: z.literal('cancelled') }),
    ]),
  }),
  /** Changes what decides nothing of what runs, at once and without a new start. */
  'server.adjust': route({
    input: z.object({ id: identifierSchema, behaviour: serverBehaviourSchema }),
    output: serverViewSchema,
  }),
  'server.start': route({ input: id, output: z.void() }),
  'server.stop': route({ input: id, output: z.void() }),
  'server.restart': route({ input: id, output: z.void() }),
  'server.remove': route({ input: id, output: z.void() }),
  /** Fails with `sign-in/locked` while the keychain cannot be read. */
  'server.get-sign-in': route({ input: id, output: signInViewSchema }),
  /** Starts it anew with a sign-in; its present tokens are kept until the person signed in. */
  'server.sign-in-again': route({ input: id, output: z.void() }),
  /** Stops it and gives its tokens up; the registration of this app stays. */
  'server.sign-out': route({ input: id, output: z.void() }),
  /** Signs out, and the app registers again at the next sign-in. */
  'server.forget-sign-in': route({ input: id, output: z.void() }),
  'server.tools': route({ input: id, output: z.array(toolSchema) }),
  /** Its tools that could be taken for tools of other servers. */
  'server.similar-tools': route({
    input: id,
    output: z.array(z.object({ toolName: z.string(), others: z.array(similarToolSchema) })),
  }),
  'server.logs': route({ input: window, output: z.array(logLineSchema) }),
  /** What is known for a diagnosis. Starts nothing. */
  'server.examine': route({ input: id, output: serverExaminationSchema }),
  'server.frames': route({ input: window, output: z.array(frameSchema) }),
}
