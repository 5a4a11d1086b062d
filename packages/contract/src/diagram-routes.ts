import { z } from 'zod'
import { MAX_DIAGRAM_CHARACTERS } from './diagram-limit.ts'
import { route } from './route.ts'

/** The result of drawing a diagram. Sizes are in CSS pixels; the picture itself has more. */
const diagramSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('drawn'),
    /** A PNG in base64. */
    picture: z.string(),
    width: z.number().positive(),
    height: z.number().positive(),
  }),
  /** The message is in the words of the parser, which quote the text. */
  z.object({ state: z.literal('unreadable'), message: z.string() }),
  z.object({ state: z.enum(['too-slow', 'too-large', 'busy', 'failed']) }),
])

export const diagramRoutes = {
  /**
   * Draws a diagram in a process of its own, which ends with it. `too-slow` after some seconds, `busy` when too
   * many are queued, `failed` also when the requesting page is gone.
   */
  'diagram.draw': route({
    input: z.object({
      source: z.string().min(1).max(MAX_DIAGRAM_CHARACTERS),
      theme: z.enum(['light', 'dark']),
    }),
    output: diagramSchema,
    acts: 'free',
  }),
}
