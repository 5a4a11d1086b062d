import { z } from 'zod'

/** Most that is believed of a list: tokens of a context, and US dollars of a million tokens. */
export const MODEL_FACT_LIMITS = {
  smallestContext: 256,
  contextWindow: 100_000_000,
  price: 100_000,
} as const

const dollars = z.number().nonnegative().max(MODEL_FACT_LIMITS.price)

/** US dollars of a million tokens. */
export const modelPriceSchema = z.object({ input: dollars, output: dollars })
export type ModelPrice = z.infer<typeof modelPriceSchema>

/** The properties of a model; absent: not known. */
export const modelFactsSchema = z.object({
  /** Tokens. */
  contextWindow: z.number().int().positive().optional(),
  /** Support for pictures and sounds. */
  images: z.boolean().optional(),
  sounds: z.boolean().optional(),
  /** Support for tool calls, and for reasoning before an answer. */
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  price: modelPriceSchema.optional(),
})
export type ModelFacts = z.infer<typeof modelFactsSchema>

/** The properties assumed of a model by its name, where its provider states none. */
export const assumedFactsSchema = modelFactsSchema.extend({
  /** When the price was written down: a year and a month. */
  pricedIn: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
})
export type AssumedFacts = z.infer<typeof assumedFactsSchema>

/** The person's own values for a model, which replace missing or wrong ones of its provider. */
export const modelOverrideSchema = z.object({
  contextWindow: z
    .number()
    .int()
    .min(MODEL_FACT_LIMITS.smallestContext)
    .max(MODEL_FACT_LIMITS.contextWindow)
    .optional(),
  images: z.boolean().optional(),
  sounds: z.boolean().optional(),
  tools: z.boolean().optional(),
  price: modelPriceSchema.optional(),
})
export type ModelOverride = z.infer<typeof modelOverrideSchema>
