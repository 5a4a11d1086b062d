import type { Clock } from '../ports/index.ts'

/** Counts events, or a measure of them, in a sliding window. */
export interface MessageRate {
  /** Counts one more, or `amount` more; true while there are at most as many as allowed. */
  take(amount?: number): boolean
}

export function createMessageRate(
  clock: Clock,
  { count, windowMs }: { count: number; windowMs: number },
): MessageRate {
  let taken: { at: number; amount: number }[] = []
  return {
    take(amount = 1) {
      const now = clock.now()
      taken = taken.filter(({ at }) => now - at < windowMs)
      const sum = taken.reduce((before, one) => before + one.amount, 0)
      if (sum + amount > count) return false
      taken.push({ at: now, amount })
      return true
    },
  }
}
