import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { ModelProviderKind } from '@gatehouse/domain'
import type { UserPart } from '@gatehouse/host/ports'
import { modelFailed } from './model-error.ts'

type Content = Extract<LanguageModelV4Message, { role: 'user' }>['content']

/** Media types that a provider's API can carry; anything else would be refused or dropped there. */
const CARRIED: Record<ModelProviderKind, RegExp> = {
  anthropic: /^image\/(?:png|jpeg|gif|webp)$/i,
  'openai-responses': /^image\/(?:png|jpeg|gif|webp)$/i,
  google: /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac))$/i,
  'azure-openai': /^image\/(?:png|jpeg|gif|webp)$/i,
  'openai-compatible': /^(?:image\/[\w.+-]+|audio\/(?:wav|mp3|mpeg))$/i,
}

export const isSupportedMedia = (mimeType: string, kind: ModelProviderKind): boolean =>
  CARRIED[kind].test(mimeType)

/** Characters of base64 that Anthropic takes of one picture. */
const MAX_PICTURE = 5 * 1024 * 1024

/** A user's message for the API. Throws `model/failed` for media that it cannot carry. */
export function userContent(parts: UserPart[], kind: ModelProviderKind): Content {
  const content = parts.flatMap((part): Content => {
    if (part.type === 'text')
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }]
    if (!isSupportedMedia(part.mimeType, kind))
      throw modelFailed({
        code: 'bad-request',
        message: `This provider takes no ${part.type} of the type ${part.mimeType.slice(0, 100)}. Take it out, or choose a model of another provider.`,
      })
    if (kind === 'anthropic' && part.data.length > MAX_PICTURE)
      throw modelFailed({
        code: 'bad-request',
        message:
          'A picture is larger than this provider takes (3.9 MB). Remove it from the message, or choose a model of another provider.',
      })
    return [{ type: 'file', data: { type: 'data', data: part.data }, mediaType: part.mimeType }]
  })
  return content.length === 0 ? [{ type: 'text', text: '(empty message)' }] : content
}
