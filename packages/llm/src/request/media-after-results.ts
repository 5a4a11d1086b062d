import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { ModelProviderKind } from '@gatehouse/domain'
import type { ModelMessage, ModelToolResult } from '@gatehouse/host/ports'
import { sendableMedia, type ToolMediaPolicy } from '../media/sendable-media.ts'
import type { MediaAfterResult } from './tool-result-output.ts'
import { mediaFromTool } from '../media/user-content.ts'

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>

/** Pictures and sounds of one step: where an API takes none in a result, they follow in the role of the user. */
export class MediaAfterResults {
  readonly #parts: UserMessage['content'] = []
  readonly #rules: { kind: ModelProviderKind; toolMedia: ToolMediaPolicy }

  constructor(rules: { kind: ModelProviderKind; toolMedia: ToolMediaPolicy }) {
    this.#rules = rules
  }

  /** Takes what it can of one result out of it, each with a line that says from which tool it is. */
  of({ name }: Pick<ModelToolResult, 'name'>): MediaAfterResult {
    return {
      take: (block) => {
        const media = sendableMedia(block, this.#rules)
        if (media) this.#parts.push(...mediaFromTool(name, media))
        return media !== undefined
      },
    }
  }

  /** The message after the results; `undefined` where there is nothing to follow. */
  message(): UserMessage | undefined {
    return this.#parts.length === 0 ? undefined : { role: 'user', content: this.#parts }
  }
}

/** The media of tools in a request that its API could carry: audio, pictures alone, or neither. */
export function toolMediaIn(
  messages: readonly ModelMessage[],
  kind: ModelProviderKind,
): { pictures: boolean; sounds: boolean } {
  const found = { pictures: false, sounds: false }
  for (const message of messages) {
    const blocks =
      message.role === 'tool'
        ? message.results.flatMap(({ content }) => content)
        : 'parts' in message && message.role === 'user'
          ? message.parts.flatMap((part) =>
              part.type !== 'text' && part.type !== 'document' && part.fromTool !== undefined
                ? [part]
                : [],
            )
          : []
    for (const block of blocks) {
      const type = sendableMedia(block, { kind, toolMedia: 'all' })?.type
      if (type === 'image') found.pictures = true
      if (type === 'audio') found.sounds = true
    }
  }
  return found
}

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
