import { GatehouseError } from '@gatehouse/domain'
import type { RequestOrigin } from './server-ask.ts'

/**
 * Maximum number of model answers during one tool call, whoever decides on them: a loop of tools ends here (MCP
 * 2025-11-25, client/sampling, "Sampling with Tools": iteration limits).
 */
export const MAX_SAMPLING_STEPS = 50
/** Calls that are remembered for that. */
const MAX_CALLS = 1000

/** Which of the requests of its call one is. */
export interface SamplingStep {
  number: number
  limit: number
}

export interface SamplingIterationLimit {
  /** Counts a request; undefined for one that no call caused. Throws `request/too-many`. */
  take(origin: RequestOrigin): SamplingStep | undefined
}

/** Counts requests by the calls that caused them; one that several may have caused counts for each. */
export function createSamplingIterationLimit(): SamplingIterationLimit {
  const counts = new Map<string, number>()
  return {
    take({ causes, server }) {
      const made = causes.map(({ entryId }) => counts.get(entryId) ?? 0)
      if (made.length === 0) return undefined
      // A call that may have caused it and has steps left is not stopped by another one that has none.
      const least = Math.min(...made)
      if (least >= MAX_SAMPLING_STEPS)
        throw new GatehouseError(
          'request/too-many',
          `${server.config.name} asked for more than ${MAX_SAMPLING_STEPS} answers of a model during one call; what it asks beyond that is refused.`,
        )
      for (const { entryId } of causes) {
        const count = counts.get(entryId) ?? 0
        counts.delete(entryId)
        counts.set(entryId, count + 1)
      }
      for (const oldest of counts.keys()) if (counts.size > MAX_CALLS) counts.delete(oldest)
      return { number: least + 1, limit: MAX_SAMPLING_STEPS }
    },
  }
}
