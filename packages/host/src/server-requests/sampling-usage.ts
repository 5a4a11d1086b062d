import { canonicalJson, type TokenUsage } from '@gatehouse/domain'
import type {
  CountedTokens,
  SamplingRequest,
  SamplingUsage,
} from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'

/** Tokens that providers add around tools in a prompt, at most. */
const TOOLS_PREAMBLE = 1000

/**
 * The most tokens that a run of the request can use: no tokenizer makes more tokens of a text than it
 * has bytes, and the model writes no more than it is allowed. Pictures and sound are not in it.
 */
export function maxTokensOf(request: SamplingRequest): number {
  return mostInput(request) + request.maxTokens
}

function mostInput({ messages, systemPrompt = '', tools = [] }: SamplingRequest): number {
  const text = canonicalJson({ messages, systemPrompt, tools })
  return utf8Bytes(text) + (tools.length > 0 ? TOOLS_PREAMBLE : 0)
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The tokens of a run as its provider reports them; if it reports none, the possible maximum. */
export function countedTokens(request: SamplingRequest, usage: TokenUsage): CountedTokens {
  const { inputTokens, outputTokens } = usage
  const isKnown = inputTokens !== undefined && outputTokens !== undefined
  return {
    kind: isKnown ? 'used' : 'at-most',
    count: (inputTokens ?? mostInput(request)) + (outputTokens ?? request.maxTokens),
  }
}

/** The day of the local calendar that a moment is in, and when the next one begins. */
export function localDay(at: number): { day: string; endsAt: number } {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    day: `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`,
    endsAt: new Date(year, month, day + 1).getTime(),
  }
}

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids'>

/** The tokens reserved for a run. */
export interface Reservation {
  tokens: number
  /** Counts what the run used instead; without a word of it the reservation stays counted. */
  settle(counted: CountedTokens): void
}

/** Counts the tokens of sampling by server and day, each run before it begins. */
export function createSamplingUsage({ stores, clock, ids }: Dependencies) {
  const today = (serverId: string): SamplingUsage =>
    stores.sampling.usage(serverId, localDay(clock.now()).day)
  const reserve = (serverId: string, request: SamplingRequest): Reservation => {
    const id = ids.next()
    const tokens = maxTokensOf(request)
    stores.sampling.reserve({ id, serverId, day: localDay(clock.now()).day, tokens })
    return { tokens, settle: ({ count }) => stores.sampling.settle(id, count) }
  }
  return {
    today,
    reserve,
    /** `null` when the run may go beyond the day's limit; then nothing is reserved. */
    reserveWithin: (limit: number, serverId: string, request: SamplingRequest) =>
      today(serverId).tokens + maxTokensOf(request) > limit ? null : reserve(serverId, request),
  }
}
export type SamplingUsageCounter = ReturnType<typeof createSamplingUsage>
