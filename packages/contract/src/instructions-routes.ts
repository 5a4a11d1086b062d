import { identifierSchema, serverInstructionsSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

const ofServer = z.object({ serverId: identifierSchema })

export const instructionsRoutes = {
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
