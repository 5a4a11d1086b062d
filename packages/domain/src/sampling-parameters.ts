import { z } from 'zod'
import { leftOutParameterSchema } from './chat-setup.ts'

/** Parameters that a server may ask for, by the names that providers know them by. */
export const samplingParameterSchema = leftOutParameterSchema.exclude(['reasoningEffort'])
export type SamplingParameter = z.infer<typeof samplingParameterSchema>

/** What of a request's parameters a model was not sent as it does not take it, and what it was sent otherwise. */
export const adaptedParametersSchema = z.object({
  leftOut: z.array(samplingParameterSchema),
  changed: z.array(z.object({ name: samplingParameterSchema, value: z.number() })),
})
export type AdaptedParameters = z.infer<typeof adaptedParametersSchema>
