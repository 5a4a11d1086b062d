import { parseAddress } from '../servers/address.ts'
import type { ModelProvider } from './model.ts'
import { learnedForm } from './model-compatibility.ts'

/** Limits of what one request may define; absent: none is known. */
export interface ToolLimits {
  /** The most tools. */
  tools?: number
  /** The most characters of the description of a tool. */
  description?: number
}

/** OpenAI's refusals: `array_above_max_length` of 128 tools, `string_above_max_length` of 1,024 characters. */
const OPENAI: ToolLimits = { tools: 128, description: 1024 }
/** Google's refusal: "At most 512 function declarations can be specified." */
const GEMINI: ToolLimits = { tools: 512 }

const OPENAI_HOST = /(?:^|\.)(?:api\.openai\.com|openai\.azure\.com)$/

/** Returns the limits of an API; other addresses of chat completions have limits of their own, which a refusal tells. */
export function toolLimits({ kind, baseUrl }: Pick<ModelProvider, 'kind' | 'baseUrl'>): ToolLimits {
  switch (kind) {
    case 'openai-responses':
    case 'azure-openai':
      return OPENAI
    case 'google':
      return GEMINI
    case 'anthropic':
    case 'amazon-bedrock':
      return {}
    case 'openai-compatible':
      return OPENAI_HOST.test(parseAddress(baseUrl)?.hostname ?? '') ? OPENAI : {}
  }
}

/** Returns the most tools that a request to a model may define, by its API and by what its refusals taught. */
export function mostTools(
  provider: Pick<ModelProvider, 'kind' | 'baseUrl' | 'learned'> | undefined,
  { modelId, now }: { modelId: string; now: number },
): number {
  if (!provider) return Infinity
  const { baseUrl, learned } = provider
  const form = learnedForm(learned, { modelId, baseUrl, now })?.form
  return Math.min(toolLimits(provider).tools ?? Infinity, form?.maxTools ?? Infinity)
}
