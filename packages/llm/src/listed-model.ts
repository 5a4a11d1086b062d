import { z } from 'zod'
import { MODEL_LIMITS, type ModelInfo } from '@gatehouse/domain'

/** Dollars of one token, in words, as OpenRouter has them; a million of them is what is kept. */
const dollars = z
  .string()
  .max(40)
  .regex(/^\d{1,6}(?:\.\d{1,20})?(?:e-\d{1,2})?$/i)
  .transform((text) => Number((Number(text) * 1_000_000).toPrecision(6)))

const tokens = z.number().int().positive().optional().catch(undefined)
const label = z.string().min(1).max(MODEL_LIMITS.label)
/** One row of a list in the shape of OpenAI's, with what others add. */
export const listedModel = z.object({
  id: label,
  name: label.optional(),
  display_name: label.optional(),
  type: z.string().optional().catch(undefined),
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  max_model_len: tokens,
  max_input_tokens: tokens,
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .optional()
    .catch(undefined),
  capabilities: z
    .object({
      vision: z.boolean().optional().catch(undefined),
      image_input: z.object({ supported: z.boolean() }).optional().catch(undefined),
      function_calling: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  supported_parameters: z.array(z.string()).optional().catch(undefined),
  pricing: z.object({ prompt: dollars, completion: dollars }).optional().catch(undefined),
})

type ListedModel = z.infer<typeof listedModel>

/**
 * What a model takes besides text, where its list says it: OpenRouter's modalities, the capabilities of
 * Mistral and Anthropic, and the type that LM Studio gives.
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
  const images = capabilities?.vision ?? capabilities?.image_input?.supported
  if (images !== undefined) return { images }
  return type === 'vlm' ? { images: true } : type === 'llm' ? { images: false } : {}
}

/** What a model can do and costs, where its list says it: OpenRouter's parameters and prices, Mistral's capabilities. */
export function capabilitiesOf({
  capabilities,
  supported_parameters: parameters,
  pricing,
}: ListedModel): Pick<ModelInfo, 'tools' | 'reasoning' | 'price'> {
  const tools = parameters?.includes('tools') ?? capabilities?.function_calling
  const reasoning = parameters?.includes('reasoning')
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(pricing ? { price: { input: pricing.prompt, output: pricing.completion } } : {}),
  }
}
