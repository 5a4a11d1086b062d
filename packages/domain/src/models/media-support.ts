import { knownModel } from './known-model.ts'
import type { ModelProvider, ModelProviderKind } from './model.ts'

/** Types of sound that each API carries; Anthropic's messages and OpenAI's Responses carry none. */
const CARRIED_AUDIO: Readonly<Record<ModelProviderKind, RegExp | undefined>> = {
  'openai-compatible': /^audio\/(?:wav|mp3|mpeg)$/,
  'openai-responses': undefined,
  'azure-openai': undefined,
  'amazon-bedrock': undefined,
  anthropic: undefined,
  google: /^audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)$/,
}
/** Gemini takes no GIF. */
const NO_GIF: ReadonlySet<ModelProviderKind> = new Set(['google'])

/**
 * True if a model takes a picture or a sound of this type: `false` if its API has no place for it or the model is
 * known to take none, `undefined` if that is unknown.
 */
export function acceptsMedia(
  provider: Pick<ModelProvider, 'kind' | 'models' | 'overrides'>,
  modelId: string,
  mimeType: string,
): boolean | undefined {
  const { kind } = provider
  const { images, sounds } = knownModel(provider, modelId)
  if (mimeType === 'image/gif' && NO_GIF.has(kind)) return false
  if (mimeType.startsWith('image/')) return images?.value
  return CARRIED_AUDIO[kind]?.test(mimeType) === true ? sounds?.value : false
}
