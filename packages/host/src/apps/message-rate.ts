import type { Clock } from '../ports/index.ts'

/** Counts events in a sliding window. */
export interface MessageRate {
  /** Counts one more; true while there are at most as many as allowed. */
  take(): boolean
}

export function createMessageRate(
  clock: Clock,
  { count, windowMs }: { count: number; windowMs: number },
): MessageRate {
  let times: number[] = []
  return {
    take() {
      const now = clock.now()
      times = times.filter((time) => now - time < windowMs)
      if (times.length >= count) return false
      times.push(now)
      return true
    },
  }
}
