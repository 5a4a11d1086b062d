import { z } from 'zod'
import { MODEL_LIMITS, modelInfoSchema, type ModelInfo } from '@gatehouse/domain'

const PREFIX = 'models/'

const limit = z.number().int().positive().max(1_000_000_000).optional().catch(undefined)
const geminiModel = z.object({
  name: z
    .string()
    .startsWith(PREFIX)
    .max(PREFIX.length + MODEL_LIMITS.label),
  displayName: z.string().max(MODEL_LIMITS.label).optional().catch(undefined),
  inputTokenLimit: limit,
  outputTokenLimit: limit,
  thinking: z.boolean().optional().catch(undefined),
  supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
})

/** One row of Gemini's list; `null` for a model that cannot chat, `undefined` for an invalid row. */
export function geminiInfo(row: unknown): ModelInfo | null | undefined {
  const parsed = geminiModel.safeParse(row)
  if (!parsed.success) return undefined
  const {
    displayName,
    inputTokenLimit,
    outputTokenLimit = 0,
    thinking,
    supportedGenerationMethods: methods,
  } = parsed.data
  if (methods && !methods.includes('generateContent')) return null
  const id = parsed.data.name.slice(PREFIX.length)
  const info = modelInfoSchema.safeParse({
    id,
    ...(displayName === undefined || displayName === '' || displayName === id
      ? {}
      : { name: displayName }),
    // As of the others, the window holds the request and its answer.
    ...(inputTokenLimit === undefined ? {} : { contextWindow: inputTokenLimit + outputTokenLimit }),
    ...(thinking === undefined ? {} : { reasoning: thinking }),
  })
  return info.success ? info.data : undefined
}
