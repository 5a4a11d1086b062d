import type { ConnectionFailure } from '@gatehouse/domain'
import { isTransient } from './liveness.ts'

/** A server that held for this long after a try starts again with the shortest delay. */
const BACKOFF_RESET_AFTER_MS = 180_000
const DELAYS_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000, 120_000, 300_000]
/** The part of a delay that is left to chance, so that many clients do not come back together. */
const JITTER = 0.2
/** Milliseconds: a server that asks for more is tried again after a day. */
const MAX_ASKED_MS = 86_400_000

/** Milliseconds that the server asked to be left alone, up to a day; 0 when it did not ask. */
export function askedWaitMs({ retryAfterMs = 0 }: ConnectionFailure): number {
  return Math.min(retryAfterMs, MAX_ASKED_MS)
}

/** When a server that failed for a cause that may pass is tried again: ever more slowly, but always. */
export interface RestartPolicy {
  /**
   * Milliseconds to wait, at least as long as the server asked for, up to a day; `null` when the failure is for the
   * person to fix, or when nothing says that this server ever worked.
   */
  nextDelay(failure: ConnectionFailure, known: { wasUp: boolean; now: number }): number | null
  /** The next failure is the first again. */
  reset(): void
}

/** @param random from 0 to 1 */
export function createRestartPolicy(random: () => number = Math.random): RestartPolicy {
  let count = 0
  let triedAt = Number.NEGATIVE_INFINITY
  return {
    nextDelay(failure, { wasUp, now }) {
      const { retryAfterMs } = failure
      if (!isTransient(failure) || !(wasUp || retryAfterMs !== undefined)) return null
      if (now - triedAt > BACKOFF_RESET_AFTER_MS) count = 0
      const grown = DELAYS_MS[Math.min(count, DELAYS_MS.length - 1)] ?? 0
      count += 1
      const delay = Math.max(grown * (1 - JITTER * random()), askedWaitMs(failure))
      triedAt = now + delay
      return Math.round(delay)
    },
    reset() {
      count = 0
      triedAt = Number.NEGATIVE_INFINITY
    },
  }
}
