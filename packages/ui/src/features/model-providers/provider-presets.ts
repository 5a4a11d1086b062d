import type { ModelProvider, ModelProviderKind } from '@gatehouse/domain'

/** A provider whose address and kind of interface are known. */
export interface ProviderPreset {
  id: string
  name: string
  kind: ModelProviderKind
  baseUrl: string
  /** What is to be changed in the address: all of it, or the region. */
  addressNote?: 'urlNoteAzure' | 'urlNoteRegion'
  /** The provider's own page on which a key is made. */
  keyPage: string
}

/** In the order of the list; the first is what most people have a key of. */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyPage: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'openai',
    name: 'OpenAI',
    kind: 'openai-responses',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'google',
    name: 'Google Gemini',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyPage: 'https://aistudio.google.com/apikey',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyPage: 'https://openrouter.ai/settings/keys',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    kind: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    keyPage: 'https://platform.deepseek.com/api_keys',
  },
  {
    id: 'mistral',
    name: 'Mistral',
    kind: 'openai-compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
  },
  {
    id: 'groq',
    name: 'Groq',
    kind: 'openai-compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
  },
  {
    id: 'xai',
    name: 'xAI',
    kind: 'openai-compatible',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    kind: 'azure-openai',
    baseUrl: '',
    addressNote: 'urlNoteAzure',
    keyPage: 'https://portal.azure.com',
  },
  {
    id: 'bedrock',
    name: 'Amazon Bedrock',
    kind: 'openai-compatible',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1',
    addressNote: 'urlNoteRegion',
    keyPage: 'https://console.aws.amazon.com/bedrock/home#/api-keys',
  },
]

/** Any other address that speaks chat completions. */
export const OTHER = 'other'

export const presetOf = (id: string): ProviderPreset | undefined =>
  PROVIDER_PRESETS.find((preset) => preset.id === id)

/** The preset whose address a provider has; its page of keys is of no use for any other address. */
export function presetOfProvider({
  kind,
  baseUrl,
}: Pick<ModelProvider, 'kind' | 'baseUrl'>): ProviderPreset | undefined {
  return PROVIDER_PRESETS.find((preset) => preset.kind === kind && preset.baseUrl === baseUrl)
}
