import {
  acceptsMedia,
  isPictureTooLarge,
  tokensOfRequest,
  type ModelRef,
  type ModelSource,
  type SentRequest,
  type Turn,
} from '@gatehouse/domain'
import { documentRoom, type DocumentRoom } from '@gatehouse/domain/documents'
import { knownModelOf } from '@gatehouse/domain/models'
import { estimateTokens } from '@gatehouse/domain/text'
import type { HostDependencies } from '../../dependencies.ts'
import type { ModelMessage, ModelTool, TurnStore } from '../../ports/index.ts'
import {
  answerLimit,
  contextBudget,
  tokenEstimateRatio,
  type ContextBudget,
  type RequestOverhead,
} from './context-budget.ts'
import { fittingHistory, type FittingHistory } from './fitting-history.ts'
import type { StoredMedia } from '../tool-results/load-media.ts'
import { addSizes, sizeOfMessages, tokensOfSize, type MessageSize } from './message-size.ts'
import { MAX_RESULT_CHARACTERS } from '../tool-results/model-content-limits.ts'
import { endWithUserMessage, joinMessages, turnMessages } from './model-messages.ts'
import { budgetAfterOverflow, refusedBefore, refusedSize, withRefusal } from './refused-size.ts'
import { resultTool } from '../tool-results/result-tool.ts'
import { turnMessageContext, type MessageContextSources } from './turn-message-context.ts'

/** Earlier turns keep this share of the room, where they fill it, before results of the turn itself are cut. */
const SHARE_OF_EARLIER = 0.25
/** Share of a refused request that the single retry sends. */
const AFTER_REFUSAL = 0.6
/** Turns above one that are looked at for the last request. */
const LOOKED_AT = 20
/** Characters of a result of the last step, and of the steps before it, until the turn fits. */
const RESULT_LIMITS = [
  { last: MAX_RESULT_CHARACTERS, before: MAX_RESULT_CHARACTERS },
  { last: MAX_RESULT_CHARACTERS, before: 8000 },
  { last: 20_000, before: 2000 },
  { last: 8000, before: 1000 },
  { last: 2000, before: 1000 },
  { last: 1000, before: 1000 },
] as const

/** The messages of one request to a model. */
export interface ModelInput {
  messages: ModelMessage[]
  request: SentRequest
  /** Turns of the branch that were left out. */
  leftOut: number
  /** So many of them are pinned. */
  leftOutPinned: number
  /** Results of the turn itself were cut more than others are. */
  isShortened: boolean
  /** A longer request was refused. */
  isRefused: boolean
  /** The most tokens of the answer; `undefined` where the request leaves too few of the context. */
  maxOutputTokens: number | undefined
}

interface OwnMessages {
  messages: ModelMessage[]
  /** PDF files that the request still takes. */
  documents: DocumentRoom
  size: MessageSize
}

interface Facts {
  model: ModelRef
  sources: MessageContextSources
  /** PDF files that one request takes. */
  documents: DocumentRoom
  turns: TurnStore
  pinned: readonly string[]
  window: number | undefined
  isWindowAssumed: boolean
  before: LastRequests
  hasResultHandles: () => boolean
}

/** All that the model of one turn is sent, step by step. */
export class ModelContext {
  readonly #facts: Facts
  #earlier: FittingHistory | undefined
  /** The level to which results of the turn are cut. It never decreases, so that the beginning stays the same. */
  #level = 0
  /** Estimated tokens that messages may take once a request was refused. */
  #most = Infinity
  #refused: SentRequest['refused']

  private constructor(facts: Facts) {
    this.#facts = facts
    this.#refused = refusedBefore(facts.before.last)
  }

  /** For the model that is asked now, and the tools that it is offered then. `refused`: what it was sent before, and did not take. */
  static before(
    turn: Turn,
    {
      model,
      source: to,
      offers,
      refused,
    }: {
      model: ModelRef
      source: ModelSource
      offers(name: string): boolean
      refused?: SentRequest | undefined
    },
    { stores, digest }: Pick<HostDependencies, 'stores' | 'digest'>,
  ): ModelContext {
    let isShortened = false
    const onShortened = (): void => void (isShortened = true)
    const providers = stores.providers.list()
    const known = knownModelOf(providers, model)?.contextWindow
    const provider = providers.find(({ id }) => id === turn.model?.providerId)
    const takes = (mimeType: string): boolean | undefined =>
      provider && acceptsMedia(provider, to.modelId, mimeType)
    const isTooLarge = ({ type, kept }: StoredMedia): boolean =>
      type === 'image' && provider !== undefined && isPictureTooLarge(provider.kind, kept.bytes)
    const { blobs, turns } = stores
    const context = new ModelContext({
      model,
      sources: { to, digest, blobs, turns, offers, takes, isTooLarge, onShortened },
      documents: documentRoom(provider, to.modelId),
      turns,
      pinned: stores.conversations.get(turn.conversationId)?.pinnedTurnIds ?? [],
      window: known?.value,
      isWindowAssumed: known?.origin === 'assumed',
      before: lastRequests(turn, turns, model),
      hasResultHandles: () => isShortened,
    })
    if (refused && isSameModel(refused.model, model)) context.#shrink(refused)
    return context
  }

  /** The messages of the next request, with the turn as it is now. */
  async next(turn: Turn, frame: RequestOverhead): Promise<ModelInput> {
    const { window, before } = this.#facts
    const room = contextBudget(frame, { window, factor: tokenEstimateRatio(before.counted) })
    const later = budgetAfterOverflow(this.#refused, { frame, window })
    room.all = Math.max(0, Math.min(room.all, this.#most, later))
    let own = await this.#own(turn)
    if (!this.#earlier || sizeOf(own) + sizeOf(this.#earlier) > room.all) {
      this.#earlier = await this.#readEarlier(turn, room, own)
      own = await this.#shortened(turn, own, room.all - sizeOf(this.#earlier))
    }
    return this.#assemble(frame, this.#earlier, own)
  }

  /** A smaller request after one that was too long for its provider; `null` when there is none. */
  async afterRefusal(
    turn: Turn,
    frame: RequestOverhead,
    { request }: ModelInput,
  ): Promise<ModelInput | null> {
    this.#shrink(request)
    const next = await this.next(turn, frame)
    return tokensOfRequest(next.request) < tokensOfRequest(request) ? next : null
  }

  /** The host's own tools that are of use for what was sent last. */
  tools(): ModelTool[] {
    return this.#facts.hasResultHandles() ? [resultTool] : []
  }

  #shrink(refused: SentRequest): void {
    this.#most = Math.floor(tokensOfSize(refused) * AFTER_REFUSAL)
    this.#refused = refusedSize(refused, this.#facts.window)
  }

  #assemble(
    { system, toolTokens, maxOutputTokens }: RequestOverhead,
    earlier: FittingHistory,
    own: OwnMessages,
  ): ModelInput {
    const { leftOut, leftOutPinned, from } = earlier
    const { model, window, isWindowAssumed: isAssumed, before } = this.#facts
    const request: SentRequest = {
      model,
      system: estimateTokens(system),
      tools: toolTokens,
      ...addSizes(earlier.size, own.size),
      from,
      ...(this.#refused ? { refused: this.#refused } : {}),
    }
    const factor = tokenEstimateRatio(before.counted)
    const room = { window, isAssumed, estimated: tokensOfRequest(request), factor }
    return {
      messages: endWithUserMessage(joinMessages([...earlier.messages, own.messages])),
      request,
      maxOutputTokens: answerLimit(maxOutputTokens, room),
      leftOut,
      leftOutPinned,
      isShortened: this.#level > 0,
      isRefused: this.#most < Infinity,
    }
  }

  #readEarlier(
    turn: Turn,
    { all, earlier }: ContextBudget,
    own: OwnMessages,
  ): Promise<FittingHistory> {
    const { turns, pinned, before } = this.#facts
    const sources = { ...this.#facts.sources, documents: { ...own.documents } }
    const room = Math.min(earlier, Math.max(all - sizeOf(own), all * SHARE_OF_EARLIER))
    const from = this.#earlier?.from ?? before.last?.from ?? 0
    return fittingHistory(turn, { turns, pinned, room, from }, sources)
  }

  /** The messages with results cut until they fit, or as far as possible. */
  async #shortened(turn: Turn, own: OwnMessages, room: number): Promise<OwnMessages> {
    let shorter = own
    while (
      sizeOf(shorter) > room &&
      shorter.size.results > 0 &&
      this.#level < RESULT_LIMITS.length - 1
    ) {
      this.#level += 1
      shorter = await this.#own(turn)
    }
    return shorter
  }

  async #own(turn: Turn): Promise<OwnMessages> {
    const limits = RESULT_LIMITS[this.#level] ?? RESULT_LIMITS[0]
    const lastStep = turn.entries.findLast(({ kind }) => kind === 'tool-call')
    const isLast = (step: number): boolean =>
      lastStep?.kind === 'tool-call' && step === lastStep.step
    const resultLimit = (step: number): number => (isLast(step) ? limits.last : limits.before)
    const documents = { ...this.#facts.documents }
    const sources = { ...this.#facts.sources, documents, resultLimit }
    const context = await turnMessageContext(turn, sources)
    const messages = turnMessages(turn, context)
    return { messages, documents, size: sizeOfMessages(messages, turn.entries) }
  }
}

const sizeOf = ({ size }: { size: MessageSize }): number => tokensOfSize(size)

const isSameModel = (one: ModelRef, other: ModelRef): boolean =>
  one.providerId === other.providerId && one.modelId === other.modelId

/** The last request on the branch of a turn that went to a model, and the last one that its provider counted. */
interface LastRequests {
  last: SentRequest | undefined
  counted: SentRequest | undefined
}

/** The last requests to this model; those to another model do not count. */
export function lastRequests(
  turn: Turn,
  turns: Pick<TurnStore, 'getWithoutEntries'>,
  model: ModelRef,
): LastRequests {
  let last: SentRequest | undefined
  let at: Turn | null = turn
  for (let looked = 0; at && looked < LOOKED_AT; looked += 1) {
    if (at.request && isSameModel(at.request.model, model)) {
      last ??= withRefusal(at, at.request)
      if (at.request.usage?.inputTokens !== undefined) return { last, counted: at.request }
    }
    at = at.parentId === null ? null : turns.getWithoutEntries(at.parentId)
  }
  return { last, counted: undefined }
}
