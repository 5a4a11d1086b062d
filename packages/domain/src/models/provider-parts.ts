import { z } from 'zod'
import { jsonObjectSchema } from '../json/json.ts'
import { modelProviderKindSchema } from './model.ts'

/** Limit of a provider's data for one step, in characters. */
export const MAX_PROVIDER_DATA = 1_000_000

const part = {
  /** Data that the provider wants back unchanged with this part; opaque to everybody else. */
  data: jsonObjectSchema.optional(),
}

/** One part of a model's step, in the order it came. Texts are ranges of the message. */
const stepPartSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['text', 'reasoning']),
    characters: z.number().int().nonnegative(),
    ...part,
  }),
  z.object({ type: z.literal('tool-call'), callId: z.string(), ...part }),
])
export type StepPart = z.infer<typeof stepPartSchema>

/** The provider of an answer: the data it wants back goes to no one else. */
export const modelSourceSchema = z.object({
  kind: modelProviderKindSchema,
  baseUrl: z.string(),
  modelId: z.string(),
})
export type ModelSource = z.infer<typeof modelSourceSchema>

/** The parts of a model's step as their provider wants them back. Never shown. */
export const providerPartsSchema = z.object({
  from: modelSourceSchema,
  parts: z.array(stepPartSchema),
})
export type ProviderParts = z.infer<typeof providerPartsSchema>
