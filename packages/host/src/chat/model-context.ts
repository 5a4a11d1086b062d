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
    const pinned = stores.conversations.get(turn.conversationId)?.pinnedTurnIds ?? []
    const earlier = await earlierContext(turn, { turns: stores.turns, pinned }, sources)
    return new ModelContext(earlier, { sources, isShortened: () => isShortened })
  }

  /** Turns of the branch that were left out. */
  get leftOut(): number {
    return this.#earlier.leftOut
  }

  /** So many of them are pinned. */
  get leftOutPinned(): number {
    return this.#earlier.leftOutPinned
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
  /** Turns of the branch that were left out. */
  leftOut: number
  /** So many of them are pinned. */
  leftOutPinned: number
}

export interface EarlierTurns {
  turns: Pick<TurnStore, 'get' | 'size' | 'isShown'>
  /** Turns that the person wants to stay; those of other branches count for nothing. */
  pinned: readonly string[]
}

/**
 * Reads a branch backwards from a turn, which is not read itself, until the budget is full. A turn is
 * taken whole or left out, so a call is never without its result; what is left out is said to the model.
 * Pinned turns come first: they have room before all others, as far as there is any; those that find none are counted.
 */
export async function earlierContext(
  turn: Pick<Turn, 'parentId' | 'depth'> & Partial<Pick<Turn, 'id'>>,
  { turns, pinned }: EarlierTurns,
  sources: MessageContextSources,
): Promise<EarlierContext> {
  const sharing = { ...sources, media: mediaBudget() }
  const read = async (id: string): Promise<ReadTurn | null> => {
    const earlier = turns.size(id) > MAX_READ ? null : turns.get(id)
    if (!earlier) return null
    const own = turnMessages(earlier, await turnMessageContext(earlier, sharing))
    return { turn: earlier, own, size: sizeOf(own) }
  }
  let room = MAX_EARLIER
  const kept = new Map<string, ReadTurn>()
  let leftOutPinned = 0
  for (const id of pinned) {
    if (id === turn.id || !turns.isShown(id)) continue
    const one = await read(id)
    if (one && one.turn.depth >= turn.depth) continue
    // None finds room later: what is read of the branch has what these leave.
    if (!one || one.size > room) {
      leftOutPinned += 1
      continue
    }
    kept.set(id, one)
    room -= one.size
  }
  const messages: ModelMessage[][] = []
  let first = turn
  while (first.parentId !== null) {
    const one = kept.get(first.parentId) ?? (await read(first.parentId))
    if (one && !kept.has(one.turn.id)) room -= one.size
    if (!one || room < 0)
      return {
        ...withPinned(first.depth, { kept: [...kept.values()], leftOut: leftOutPinned }, messages),
        leftOutPinned,
      }
    messages.unshift(one.own)
    first = one.turn
  }
  return { messages, leftOut: 0, leftOutPinned: 0 }
}

interface ReadTurn {
  turn: Turn
  own: ModelMessage[]
  size: number
}

/** Of the turns above `depth` those alone that are pinned. */
function withPinned(
  depth: number,
  pinned: { kept: readonly ReadTurn[]; leftOut: number },
  messages: readonly ModelMessage[][],
): Omit<EarlierContext, 'leftOutPinned'> {
  const above = pinned.kept
    .filter(({ turn }) => turn.depth < depth)
    .toSorted((a, b) => a.turn.depth - b.turn.depth)
    .map(({ own }) => own)
  const leftOut = depth - above.length
  if (leftOut === 0) return { messages: [...above, ...messages], leftOut }
  return {
    messages: [leftOutWords(leftOut, above.length, pinned.leftOut), ...above, ...messages],
    leftOut,
  }
}

function leftOutWords(count: number, pinned: number, leftOutPinned: number): ModelMessage[] {
  const what =
    pinned === 0
      ? `The first ${groupedDigits(count)} exchanges of this conversation are not included, because they do not fit.`
      : `${groupedDigits(count)} of the first ${groupedDigits(count + pinned)} exchanges of this conversation are not included, because they do not fit. The other ${groupedDigits(pinned)} of them come next, as the person wants them to stay.`
  const lost =
    leftOutPinned === 0
      ? ''
      : ` Of those that are not included, ${groupedDigits(leftOutPinned)} were pinned by the person.`
  return [{ role: 'user', text: `[${what}${lost} Say so if you need what is missing.]` }]
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
