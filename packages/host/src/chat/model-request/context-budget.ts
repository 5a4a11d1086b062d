import { tokensOfRequest, type SentRequest } from '@gatehouse/domain'
import { MODEL_FACT_LIMITS } from '@gatehouse/domain/models'
import { estimateTokens } from '@gatehouse/domain/text'

/** Tokens of earlier turns where no one knows how much the model can read: about a million characters. */
const EARLIER_OF_UNKNOWN = 250_000
/** The same for a context that is known, or claimed, to be larger: no more is read for one request. */
const MOST_OF_EARLIER = 1_000_000
/** Share of the context that stays free for what the estimate misses, without and with a count of the provider. */
const MARGIN = 0.1
const MARGIN_COUNTED = 0.04
/** The answer is kept no more room for than this share of the context. */
const MOST_OF_ANSWER = 0.5
/** No real count is further from the estimate; a provider that reports one is not believed. */
const FACTOR = { least: 0.5, most: 3 } as const
/** The fewest tokens that an answer is asked for with, at most this share of the context. */
const LEAST_ANSWER = { tokens: 256, share: 1 / 8 } as const
/** A count for a request smaller than this does not hold for larger ones. */
const LEAST_COUNTED = 200

/** The parts of a request beside its messages. */
export interface RequestOverhead {
  system: string
  /** Of the definitions of tools, in estimated tokens. */
  toolTokens: number
  maxOutputTokens: number
}

/** Estimated tokens that the messages of one request may take. */
export interface ContextBudget {
  all: number
  /** Those of earlier turns, where there is room for them in all. */
  earlier: number
}

/** Ratio of the provider's token count to the estimate, from the last request that the provider counted. */
export function tokenEstimateRatio(last: SentRequest | undefined): number | undefined {
  const counted = last?.usage?.inputTokens
  const estimated = last ? tokensOfRequest(last) : 0
  if (counted === undefined || estimated < LEAST_COUNTED) return undefined
  return Math.min(FACTOR.most, Math.max(FACTOR.least, counted / estimated))
}

export function contextBudget(
  { system, toolTokens, maxOutputTokens }: RequestOverhead,
  { window, factor }: { window: number | undefined; factor: number | undefined },
): ContextBudget {
  if (window === undefined) return { all: Infinity, earlier: EARLIER_OF_UNKNOWN }
  const margin = marginOf(factor)
  const answer = Math.min(maxOutputTokens, window * MOST_OF_ANSWER)
  const input = (window * (1 - margin) - answer) / (factor ?? 1)
  const all = Math.max(0, Math.floor(input - estimateTokens(system) - toolTokens))
  return { all, earlier: MOST_OF_EARLIER }
}

const marginOf = (factor: number | undefined): number =>
  factor === undefined ? MARGIN : MARGIN_COUNTED

/** A model's context as far as it is known, and a request beside which an answer has to fit. */
export interface AnswerRoom {
  window: number | undefined
  /** The size of the context goes by the model's name alone. */
  isAssumed: boolean
  /** Estimated tokens of the request. */
  estimated: number
  factor: number | undefined
}

/** A smaller context size is an error of its source. */
const SMALLEST_CONTEXT = MODEL_FACT_LIMITS.smallestContext

/**
 * Returns the requested maximum of answer tokens: the rest of the context, and no more than `asked`. `undefined` if
 * the rest is too small for an answer. Neither an assumed size nor a provider's higher count decides that: no claim
 * may end a chat.
 */
export function answerLimit(
  asked: number,
  { window, isAssumed, estimated, factor }: AnswerRoom,
): number | undefined {
  if (window === undefined || window < SMALLEST_CONTEXT) return asked
  const least = Math.min(asked, LEAST_ANSWER.tokens, Math.floor(window * LEAST_ANSWER.share))
  if (window - estimated * Math.min(1, factor ?? 1) < least && !isAssumed) return undefined
  const room = Math.floor(window * (1 - marginOf(factor)) - estimated * (factor ?? 1))
  return Math.min(asked, Math.max(least, room))
}
