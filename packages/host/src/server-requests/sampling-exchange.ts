import { canonicalJson, type AskCause } from '@gatehouse/domain'
import type {
  CountedTokens,
  ExchangedText,
  SamplingAnswer,
  SamplingBlock,
  SamplingExchange,
  SamplingRequest,
} from '@gatehouse/domain/server-requests'
import { truncateText } from '@gatehouse/domain/text'
import type { HostDependencies } from '../dependencies.ts'
import type { SamplingRun } from './sampling-run.ts'
import type { RequestOrigin } from './server-ask.ts'

/** Characters that a chat keeps of each side of an exchange. */
const MAX_KEPT = 1000

type Listener = (causes: readonly AskCause[], exchange: SamplingExchange) => void

/** Receives exchanges that are over, to show them with the calls that caused them. */
export interface SamplingExchanges {
  over: Listener
  /** Listeners may throw: the answer goes out all the same, and the record has it. */
  onOver(listener: Listener): void
}

export function createSamplingExchanges(): SamplingExchanges {
  const listeners: Listener[] = []
  return {
    over(causes, exchange) {
      for (const listener of listeners)
        try {
          listener(causes, exchange)
        } catch {
          // A chat that cannot be written to now does not record it.
        }
    },
    onOver: (listener) => void listeners.push(listener),
  }
}

interface Through {
  by: ExchangedText['by']
  /** The value before the person saw it. */
  before?: object
}

type Dependencies = Pick<HostDependencies, 'ids' | 'clock' | 'stores'> & {
  exchanges: Pick<SamplingExchanges, 'over'>
}

/** Follows one request of a server until it is answered or refused. */
export class SamplingExchangeRecorder {
  readonly #deps: Dependencies
  readonly #origin: RequestOrigin
  #runs = 0
  #run: Pick<SamplingExchange, 'model' | 'tokens' | 'asked'> = {}
  #answered: ExchangedText | undefined
  #isByHand = false
  #isByPolicy = false

  constructor(origin: RequestOrigin, deps: Dependencies) {
    this.#origin = origin
    this.#deps = deps
  }

  /** A model answered this. */
  recordAnswer(
    { model, request }: SamplingRun,
    tokens: CountedTokens,
    { by, before }: Through,
  ): void {
    const provider = this.#deps.stores.providers.list().find(({ id }) => id === model.providerId)
    const isEdited = before !== undefined && differ(before, request)
    this.#runs += 1
    this.#run = {
      model: { provider: provider?.name ?? model.providerId, id: model.modelId },
      tokens,
      asked: { ...kept(requestText(request)), by, isEdited },
    }
  }

  /** A policy refuses it. */
  byPolicy(): void {
    this.#isByPolicy = true
  }

  /** This goes to the server. */
  answered(answer: SamplingAnswer, { by, before }: Through): void {
    const isEdited = before !== undefined && differ(before, answer)
    this.#answered = { ...kept(blocksText(answer.content)), by, isEdited }
  }

  byHand(text: string): void {
    this.#isByHand = true
    this.#answered = { ...kept(text), by: 'person', isEdited: false }
  }

  over(outcome: 'answered' | 'denied'): void {
    const { ids, clock, exchanges } = this.#deps
    const denied = this.#isByPolicy ? 'refused' : 'denied'
    const answered = this.#isByHand ? 'by-hand' : 'answered'
    exchanges.over(this.#origin.causes, {
      id: ids.next(),
      at: clock.now(),
      runs: this.#runs,
      ...this.#run,
      ...(outcome === 'answered' && this.#answered ? { answered: this.#answered } : {}),
      outcome: outcome === 'answered' ? answered : denied,
    })
  }
}

const differ = (one: object, other: object): boolean => canonicalJson(one) !== canonicalJson(other)

function kept(text: string): Pick<ExchangedText, 'text' | 'characters'> {
  return { text: truncateText(text, MAX_KEPT), characters: text.length }
}

function requestText({ systemPrompt, messages }: SamplingRequest): string {
  const system = systemPrompt === undefined ? [] : [`system: ${systemPrompt}`]
  const lines = messages.map(({ role, content }) => `${role}: ${blocksText(content)}`)
  return [...system, ...lines].join('\n\n')
}

function blocksText(blocks: readonly SamplingBlock[]): string {
  return blocks.map(blockText).join('\n')
}

/** The text of a block; for other kinds, their name in brackets. */
function blockText(block: SamplingBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type}]`
    case 'tool_use':
      return `[tool_use ${block.name} ${JSON.stringify(block.input)}]`
    case 'tool_result':
      return `[tool_result] ${block.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')}`
  }
}
