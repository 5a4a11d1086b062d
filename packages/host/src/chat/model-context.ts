import { groupedDigits, type ContentBlock, type ToolCall, type Turn } from '@gatehouse/domain'
import type { AssistantPart, ModelMessage, TurnStore, UserPart } from '../ports/index.ts'
import { turnMessages } from './model-messages.ts'

/** Characters of earlier turns that one request takes along. */
const MAX_EARLIER = 1_000_000
/** A turn that an earlier version let grow beyond this is not read for the model. */
const MAX_READ = 64 * 1024 * 1024
/** So many characters of a picture or sound cost a model what one character of text costs it. */
const MEDIA_SHARE = 50

/** What a model is told of what was before a turn. */
export interface EarlierContext {
  messages: ModelMessage[][]
  /** Turns from the beginning of the branch that were left out. */
  leftOut: number
}

/**
 * Reads a branch backwards from a turn, which is not read itself, until the budget is full. A turn is
 * taken whole or left out, so a call is never without its result; what is left out is said to the model.
 */
export function earlierContext(
  turn: Pick<Turn, 'parentId' | 'depth'>,
  turns: Pick<TurnStore, 'get' | 'size'>,
  nameOf: (call: ToolCall) => string,
): EarlierContext {
  const messages: ModelMessage[][] = []
  let room = MAX_EARLIER
  let first = turn
  while (first.parentId !== null) {
    const earlier = turns.size(first.parentId) > MAX_READ ? null : turns.get(first.parentId)
    const own = earlier ? turnMessages(earlier, nameOf) : []
    room -= sizeOf(own)
    if (!earlier || room < 0)
      return { messages: [leftOutWords(first.depth), ...messages], leftOut: first.depth }
    messages.unshift(own)
    first = earlier
  }
  return { messages, leftOut: 0 }
}

function leftOutWords(count: number): ModelMessage[] {
  const text = `[The first ${groupedDigits(count)} exchanges of this conversation are not included, because they do not fit. Say so if you need them.]`
  return [{ role: 'user', text }]
}

function sizeOf(messages: readonly ModelMessage[]): number {
  let size = 0
  for (const message of messages) {
    if ('text' in message) size += message.text.length
    else if (message.role === 'tool')
      for (const { content } of message.results) for (const block of content) size += costOf(block)
    else for (const part of message.parts) size += costOf(part)
  }
  return size
}

function costOf(part: ContentBlock | UserPart | AssistantPart): number {
  return part.type === 'image' || part.type === 'audio'
    ? part.data.length / MEDIA_SHARE
    : JSON.stringify(part).length
}
