import { tokensOfRequest, type SentRequest, type Turn } from '@gatehouse/domain'
import { estimateTokens } from '@gatehouse/domain/text'
import type { RequestOverhead } from './context-budget.ts'

type RefusedSize = NonNullable<SentRequest['refused']>

/** Share of a refused request that later requests may send. */
const LATER = 0.9
/** Turns that stay below it before a longer one is tried again; twice as many each time that this is refused too. */
const TURNS = 16
const MOST_DOUBLED = 6

/**
 * The size to remember of a request that was refused as too long. Anything below an earlier refused size was
 * accepted.
 */
export function refusedSize(request: SentRequest, window: number | undefined): RefusedSize {
  const before = request.refused?.window === window ? request.refused : undefined
  const again = (before?.again ?? 0) + Number(before !== undefined && isTriedAgain(before))
  return {
    tokens: Math.min(before?.tokens ?? Infinity, tokensOfRequest(request)),
    ...(window === undefined ? {} : { window }),
    ...(again > 0 ? { again } : {}),
  }
}

/** The request of a failed turn, marked as refused if it was too long. */
export function withRefusal({ failure }: Turn, request: SentRequest): SentRequest {
  if (failure?.code !== 'context-too-long') return request
  return { ...request, refused: refusedSize(request, request.refused?.window) }
}

/** The refused size for the next turn, unless as much was accepted since: then the refusal was a mistake. */
export function refusedBefore(last: SentRequest | undefined): RefusedSize | undefined {
  const { refused, usage } = last ?? {}
  if (!last || !refused) return undefined
  if (usage && tokensOfRequest(last) >= refused.tokens) return undefined
  return { ...refused, turns: (refused.turns ?? 0) + 1 }
}

/**
 * Tokens that messages may take after a longer request was refused, unless the known window of the model has changed.
 */
export function budgetAfterOverflow(
  refused: RefusedSize | undefined,
  { frame, window }: { frame: RequestOverhead; window: number | undefined },
): number {
  if (!refused || refused.window !== window || isTriedAgain(refused)) return Infinity
  return Math.floor(refused.tokens * LATER) - estimateTokens(frame.system) - frame.toolTokens
}

/** A refusal can be false, and no chat is to lose its beginning for good by one. */
const isTriedAgain = ({ turns = 0, again = 0 }: RefusedSize): boolean =>
  turns > TURNS * 2 ** Math.min(again, MOST_DOUBLED)
