import type { ContentBlock, Entry, RequestSize } from '@gatehouse/domain'
import { estimateTokens, estimateTokensOf } from '@gatehouse/domain/text'
import type { AssistantPart, ModelMessage, UserPart } from '../../ports/index.ts'
import { mediaOfBlock } from '../tool-results/result-blocks.ts'

/** So many characters of Base64 of a picture or sound count as one token; the most that a picture counts. */
const CHARACTERS_OF_MEDIA = 200
const MOST_OF_PICTURE = 1600

/** The size of messages, in estimated tokens. */
export type MessageSize = Pick<RequestSize, 'messages' | 'results' | 'attachments'>

export const NO_SIZE: MessageSize = { messages: 0, results: 0, attachments: 0 }

export const addSizes = (one: MessageSize, other: MessageSize): MessageSize => ({
  messages: one.messages + other.messages,
  results: one.results + other.results,
  attachments: one.attachments + other.attachments,
})

export const tokensOfSize = ({ messages, results, attachments }: MessageSize): number =>
  messages + results + attachments

/** The messages of a turn, by what they hold. */
export function sizeOfMessages(
  messages: readonly ModelMessage[],
  entries: readonly Entry[] = [],
): MessageSize {
  let tokens = 0
  let results = 0
  for (const message of messages) {
    if ('text' in message) tokens += estimateTokens(message.text)
    else if (message.role === 'tool')
      for (const { content } of message.results)
        for (const block of content) results += costOf(block)
    else for (const part of message.parts) tokens += costOf(part)
  }
  // What is attached stands in the same message as the text; what it takes was counted when it was attached.
  const attachments = Math.min(tokens, attachedTokens(entries))
  return { messages: tokens - attachments, results, attachments }
}

function attachedTokens(entries: readonly Entry[]): number {
  let tokens = 0
  for (const entry of entries)
    if (entry.kind === 'user-message')
      for (const attachment of entry.attachments ?? []) tokens += attachment.tokens
  return tokens
}

function costOf(part: ContentBlock | UserPart | AssistantPart): number {
  if (part.type === 'text' || part.type === 'reasoning') return estimateTokens(part.text)
  if (part.type === 'document') return part.tokens
  if (part.type === 'image' || part.type === 'audio') return costOfMedia(part)
  if (part.type !== 'resource') return estimateTokensOf(part)
  // What is embedded is sent as a picture or sound of its own, and else named only.
  const { blob: _blob, ...named } = part.resource
  const media = mediaOfBlock(part)
  return estimateTokensOf(named) + (media ? costOfMedia(media) : 0)
}

function costOfMedia({ type, data }: { type: 'image' | 'audio'; data: string }): number {
  const tokens = Math.ceil(data.length / CHARACTERS_OF_MEDIA)
  return type === 'image' ? Math.min(MOST_OF_PICTURE, tokens) : tokens
}
