import { tokensOfRequest, type SentRequest } from '@gatehouse/domain'
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

/** How many tokens the provider counts where one is estimated, by the last request that it counted. */
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
  const margin = factor === undefined ? MARGIN : MARGIN_COUNTED
  const answer = Math.min(maxOutputTokens, window * MOST_OF_ANSWER)
  const input = (window * (1 - margin) - answer) / (factor ?? 1)
  const all = Math.max(0, Math.floor(input - estimateTokens(system) - toolTokens))
  return { all, earlier: MOST_OF_EARLIER }
}
