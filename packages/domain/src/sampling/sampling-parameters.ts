import { z } from 'zod'
import { leftOutParameterSchema } from '../models/chat-setup.ts'

/** Parameters that a server may ask for, by the names that providers know them by. */
export const samplingParameterSchema = leftOutParameterSchema.exclude(['reasoningEffort'])
export type SamplingParameter = z.infer<typeof samplingParameterSchema>

/**
 * Parameters of a request that were left out because the model does not accept them, and those that were changed.
 */
export const adaptedParametersSchema = z.object({
  leftOut: z.array(samplingParameterSchema),
  changed: z.array(z.object({ name: samplingParameterSchema, value: z.number() })),
})
export type AdaptedParameters = z.infer<typeof adaptedParametersSchema>
