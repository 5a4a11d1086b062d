import { z } from 'zod'
import { askCauseSchema } from './ask.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { modelRefSchema } from '../models/model.ts'

/** A model that answers for a server at this moment. */
export const runningSamplingSchema = z.object({
  id: identifierSchema,
  serverId: identifierSchema,
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  causes: z.array(askCauseSchema),
  model: modelRefSchema,
  /** A policy lets it run: no one saw the request. */
  isAutoApproved: z.boolean(),
  startedAt: timestampSchema,
  /** The end of the model's text so far. */
  text: z.string(),
  /** Characters that it has written so far. */
  characters: z.number().int().nonnegative(),
})
export type RunningSampling = z.infer<typeof runningSamplingSchema>
