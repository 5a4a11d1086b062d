import { z } from 'zod'
import { MODEL_LIMITS, type ModelInfo } from '@gatehouse/domain'
import { contextSize } from './engine-routes.ts'

/** Dollars of one token, in words, as OpenRouter has them; a million of them is what is kept. */
const dollars = z
  .string()
  .max(40)
  .regex(/^\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,2})?$/i)
  .transform((text) => Number((Number(text) * 1_000_000).toPrecision(6)))

const label = z.string().min(1).max(MODEL_LIMITS.label)
/** One row of a list in OpenAI's format, with the fields that others add. */
export const listedModel = z.object({
  id: label,
  name: label.optional(),
  display_name: label.optional(),
  type: z.string().optional().catch(undefined),
  /** LM Studio's: a model that is not loaded gets a context of its own when it is. */
  state: z.string().optional().catch(undefined),
  loaded_context_length: contextSize,
  context_length: contextSize,
  context_window: contextSize,
  max_context_length: contextSize,
  max_model_len: contextSize,
  max_input_tokens: contextSize,
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .optional()
    .catch(undefined),
  capabilities: z
    .union([
      z.array(z.string()),
      z.object({
        vision: z.boolean().optional().catch(undefined),
        image_input: z.object({ supported: z.boolean() }).optional().catch(undefined),
        function_calling: z.boolean().optional().catch(undefined),
      }),
    ])
    .optional()
    .catch(undefined),
  supported_parameters: z.array(z.string()).optional().catch(undefined),
  pricing: z.object({ prompt: dollars, completion: dollars }).optional().catch(undefined),
})

type ListedModel = z.infer<typeof listedModel>

/**
 * The inputs of a model besides text, if its list states them: modalities of OpenRouter, capabilities of Mistral and
 * Anthropic, types of LM Studio.
 */
export function inputKindsOf({
  type,
  architecture,
  capabilities,
}: ListedModel): Pick<ModelInfo, 'images' | 'sounds'> {
  if (architecture) {
    const { input_modalities: kinds } = architecture
    return { images: kinds.includes('image'), sounds: kinds.includes('audio') }
  }
  const declared = Array.isArray(capabilities) ? undefined : capabilities
  const images = declared?.vision ?? declared?.image_input?.supported
  if (images !== undefined) return { images }
  return type === 'vlm' ? { images: true } : type === 'llm' ? { images: false } : {}
}

/**
 * The abilities and prices of a model, if its list states them: parameters and prices of OpenRouter, capabilities of
 * Mistral.
 */
export function capabilitiesOf({
  capabilities,
  supported_parameters: parameters,
  pricing,
}: ListedModel): Pick<ModelInfo, 'tools' | 'reasoning' | 'price'> {
  const can = Array.isArray(capabilities)
    ? capabilities.includes('tool_use')
    : capabilities?.function_calling
  const tools = parameters?.includes('tools') ?? can
  const reasoning = parameters?.includes('reasoning')
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(pricing ? { price: { input: pricing.prompt, output: pricing.completion } } : {}),
  }
}

/** Returns the context window of a model, where its list reports it. */
export function contextWindowOf(model: ListedModel): number | undefined {
  if (model.state === 'not-loaded') return undefined
  return (
    model.loaded_context_length ??
    model.context_length ??
    model.context_window ??
    model.max_context_length ??
    model.max_model_len ??
    model.max_input_tokens
  )
}
