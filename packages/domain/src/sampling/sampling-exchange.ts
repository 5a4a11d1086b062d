import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { countedTokensSchema } from './sampling-policy.ts'

/** The text that one side got, as far as the chat stores it; the record has its hash. */
const exchangedTextSchema = z.object({
  /** The beginning. */
  text: z.string(),
  /** Characters of the whole text. */
  characters: z.number().int().nonnegative(),
  /** Who allowed it. */
  by: z.enum(['person', 'policy']),
  /** The person changed it. */
  isEdited: z.boolean(),
})
export type ExchangedText = z.infer<typeof exchangedTextSchema>

/** One request of a server for a model's answer during a call, once it is over; withdrawn ones are elsewhere. */
export const samplingExchangeSchema = z.object({
  id: identifierSchema,
  at: timestampSchema,
  /** The model that answered last; absent where none did. */
  model: z.object({ provider: z.string(), id: z.string() }).optional(),
  /** Answers of a model, those included that no one let through. */
  runs: z.number().int().nonnegative(),
  /** Tokens of that answer. */
  tokens: countedTokensSchema.optional(),
  /** The text that the model got. */
  asked: exchangedTextSchema.optional(),
  /** The text that was passed to the server; absent if none was. */
  answered: exchangedTextSchema.optional(),
  /** `by-hand`: the person wrote the answer. `refused`: a policy did. */
  outcome: z.enum(['answered', 'by-hand', 'denied', 'refused']),
})
export type SamplingExchange = z.infer<typeof samplingExchangeSchema>
