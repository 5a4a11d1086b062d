import {
  isPictureTooLarge,
  acceptsMedia,
  type ContentBlock,
  type ModelSource,
  type Turn,
} from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import type { HostDependencies } from '../dependencies.ts'
import type { AssistantPart, ModelMessage, ModelTool, TurnStore, UserPart } from '../ports/index.ts'
import { turnMessageContext, type MessageContextSources } from './turn-message-context.ts'
import { endWithUserMessage, joinMessages, turnMessages } from './model-messages.ts'
import { mediaBudget } from './model-content.ts'
import type { StoredMedia } from './load-media.ts'
import { resultTool } from './result-tool.ts'

/** Characters of earlier turns that one request takes along. */
const MAX_EARLIER = 1_000_000
/** A turn that an earlier version let grow beyond this is not read for the model. */
const MAX_READ = 64 * 1024 * 1024
/** So many characters of a picture or sound cost a model what one character of text costs it. */
const MEDIA_SHARE = 50

/** All that the model of one turn is told, step by step. */
export class ModelContext {
  readonly #earlier: EarlierContext
  readonly #sources: MessageContextSources
  readonly #isShortened: () => boolean

  private constructor(
    earlier: EarlierContext,
    { sources, isShortened }: { sources: MessageContextSources; isShortened: () => boolean },
  ) {
    this.#earlier = earlier
    this.#sources = sources
    this.#isShortened = isShortened
  }

  /** Reads what was before the turn, for the model that is asked now. */
  static async before(
    turn: Turn,
    to: ModelSource,
    { stores, digest }: Pick<HostDependencies, 'stores' | 'digest'>,
  ): Promise<ModelContext> {
    let isShortened = false
    const onShortened = (): void => void (isShortened = true)
    const provider = stores.providers.list().find(({ id }) => id === turn.model?.providerId)
    const takes = (mimeType: string): boolean | undefined =>
      provider && acceptsMedia(provider, to.modelId, mimeType)
    const isTooLarge = ({ type, kept }: StoredMedia): boolean =>
      type === 'image' && provider !== undefined && isPictureTooLarge(provider.kind, kept.bytes)
    const { blobs, turns } = stores
    const sources = { to, digest, blobs, turns, takes, isTooLarge, onShortened }
    const earlier = await earlierContext(turn, stores.turns, sources)
    return new ModelContext(earlier, { sources, isShortened: () => isShortened })
  }

  /** Turns from the beginning of the branch that were left out. */
  get leftOut(): number {
    return this.#earlier.leftOut
  }

  /** With the turn as it is now. */
  async messages(turn: Turn): Promise<ModelMessage[]> {
    const own = turnMessages(turn, await turnMessageContext(turn, this.#sources))
    return endWithUserMessage(joinMessages([...this.#earlier.messages, own]))
  }

  /** The host's own tools that are of use in what was told last. */
  tools(): ModelTool[] {
    return this.#isShortened() ? [resultTool] : []
  }
}

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
export async function earlierContext(
  turn: Pick<Turn, 'parentId' | 'depth'>,
  turns: Pick<TurnStore, 'get' | 'size'>,
  sources: MessageContextSources,
): Promise<EarlierContext> {
  const messages: ModelMessage[][] = []
  let room = MAX_EARLIER
  const sharing = { ...sources, media: mediaBudget() }
  let first = turn
  while (first.parentId !== null) {
    const earlier = turns.size(first.parentId) > MAX_READ ? null : turns.get(first.parentId)
    const own = earlier ? turnMessages(earlier, await turnMessageContext(earlier, sharing)) : []
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
