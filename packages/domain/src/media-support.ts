import type { ModelInfo, ModelProvider, ModelProviderKind } from './model.ts'

/** Types of sound that each API carries; Anthropic's messages and OpenAI's Responses carry none. */
const CARRIED_SOUNDS: Readonly<Record<ModelProviderKind, RegExp | undefined>> = {
  'openai-compatible': /^audio\/(?:wav|mp3|mpeg)$/,
  'openai-responses': undefined,
  'azure-openai': undefined,
  anthropic: undefined,
  google: /^audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)$/,
}
/** Gemini takes no GIF. */
const NO_GIF: ReadonlySet<ModelProviderKind> = new Set(['google'])

/**
 * Whether a model takes a picture or a sound of this type: `false` when its API has no place for it or its
 * provider says that it takes none, `undefined` when nobody knows.
 */
export function acceptsMedia(
  { kind, models }: Pick<ModelProvider, 'kind'> & { models: readonly ModelInfo[] },
  modelId: string,
  mimeType: string,
): boolean | undefined {
  const model = models.find(({ id }) => id === modelId)
  if (mimeType === 'image/gif' && NO_GIF.has(kind)) return false
  if (mimeType.startsWith('image/')) return model?.images
  return CARRIED_SOUNDS[kind]?.test(mimeType) === true ? model?.sounds : false
}

/** Bytes of one picture that an API takes: Anthropic's messages 5 MiB of base64, chat completions nobody says. */
const PICTURE_BYTES: Partial<Record<ModelProviderKind, number>> = {
  anthropic: (5 * 1024 * 1024 * 3) / 4,
}

/** Whether a picture has more bytes than the provider's API takes of one. */
export function isPictureTooLarge(kind: ModelProviderKind, bytes: number): boolean {
  return bytes > (PICTURE_BYTES[kind] ?? Infinity)
}
