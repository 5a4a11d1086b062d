import type { ModelProviderKind } from '@gatehouse/domain'

/** Media types that a provider's API can carry; anything else would be refused or dropped there. */
const CARRIED: Record<ModelProviderKind, RegExp> = {
  anthropic: /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/i,
  'openai-responses': /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/i,
  google:
    /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)|application\/pdf)$/i,
  'amazon-bedrock': /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/i,
  'azure-openai': /^image\/(?:png|jpeg|gif|webp)$/i,
  'openai-compatible': /^(?:image\/[\w.+-]+|audio\/(?:wav|mp3|mpeg)|application\/pdf)$/i,
}

export const isSupportedMedia = (mimeType: string, kind: ModelProviderKind): boolean =>
  CARRIED[kind].test(mimeType)
