import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { ModelProviderKind } from '@gatehouse/domain'
import type { ModelMessage, ModelToolResult } from '@gatehouse/host/ports'
import type { PicturesAfterResult } from './tool-result-output.ts'
import { sendablePicture } from './sendable-picture.ts'
import { isSupportedMedia, pictureOfTool } from './user-content.ts'

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>

/** Pictures of one step: where an API takes none in a result, they follow in the role of the user. */
export class PicturesAfterResults {
  readonly #parts: UserMessage['content'] = []
  readonly #kind: ModelProviderKind

  constructor(kind: ModelProviderKind) {
    this.#kind = kind
  }

  /** Takes the pictures of one result out of it, each with a line that says from which tool it is. */
  of({ name }: Pick<ModelToolResult, 'name'>): PicturesAfterResult {
    return {
      take: (block) => {
        const mediaType = block.type === 'image' ? sendablePicture(block.data) : undefined
        if (block.type !== 'image' || mediaType === undefined) return false
        if (!isSupportedMedia(mediaType, this.#kind)) return false
        this.#parts.push(...pictureOfTool(name, { data: block.data, mediaType }))
        return true
      },
    }
  }

  /** The message after the results; `undefined` without a picture. */
  message(): UserMessage | undefined {
    return this.#parts.length === 0 ? undefined : { role: 'user', content: this.#parts }
  }
}

/** Whether there is a result with a picture in the request, or such a picture in a message of the user. */
export const hasResultPictures = (messages: readonly ModelMessage[]): boolean =>
  messages.some((message) => {
    if (message.role === 'tool')
      return message.results.some(({ content }) => content.some(({ type }) => type === 'image'))
    return (
      'parts' in message &&
      message.parts.some((part) => part.type === 'image' && part.fromTool !== undefined)
    )
  })

/** Two messages of the user in a row are one: some providers refuse them. */
export function mergeUserMessages(
  messages: readonly LanguageModelV4Message[],
): LanguageModelV4Message[] {
  const joined: LanguageModelV4Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === 'user' && message.role === 'user')
      joined[joined.length - 1] = { ...last, content: [...last.content, ...message.content] }
    else joined.push(message)
  }
  return joined
}
