import { z } from 'zod'
import type { JsonBudget } from '@gatehouse/domain'
import { MODEL_FACT_LIMITS } from '@gatehouse/domain/models'

/** Most that is read of what an engine reports beside its list: of one model, and of all that are loaded. */
export const MAX_ENGINE_RESPONSE = 1024 * 1024
export const ENGINE_BUDGET: JsonBudget = { bytes: MAX_ENGINE_RESPONSE, nodes: 50_000, depth: 32 }

/** A size of a context that can be: anything else counts as not reported. */
export const contextSize = z
  .number()
  .int()
  .min(MODEL_FACT_LIMITS.smallestContext)
  .max(MODEL_FACT_LIMITS.contextWindow)
  .optional()
  .catch(undefined)

const capabilities = z.array(z.string()).optional().catch(undefined)

/** A response that identifies Ollama. */
export const ollamaVersion = z.object({ version: z.string() })
/** Models that it has loaded, each with the context that it was loaded with. */
export const ollamaLoaded = z.object({
  models: z.array(z.object({ name: z.string(), context_length: contextSize }).catch({ name: '' })),
})
export const ollamaDetails = z.object({
  capabilities,
  /** Lines such as `num_ctx 8192`. */
  parameters: z.string().optional().catch(undefined),
  /** `<architecture>.context_length` is what the model was made for. */
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
  /** Runs elsewhere, with all the context that it was made for. */
  remote_host: z.string().optional().catch(undefined),
})

/** A row that identifies LM Studio: it has more fields than rows of other lists. */
export const lmStudioModel = z.object({ object: z.literal('model'), state: z.string() })

/** A response that identifies llama-server. */
export const llamaProps = z.object({
  default_generation_settings: z.looseObject({ n_ctx: contextSize }),
  total_slots: z.number(),
  modalities: z
    .object({ vision: z.boolean().optional(), audio: z.boolean().optional() })
    .optional()
    .catch(undefined),
})
