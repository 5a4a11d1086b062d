/** Unexpected ends within this time count together. */
const WINDOW_MS = 180_000
const DELAYS_MS = [1000, 2000, 5000, 15_000, 30_000]

/** When a server that ended by itself is restarted, and when no more. */
export interface RestartPolicy {
  /** Milliseconds to wait, or `null` after too many ends in three minutes. */
  nextDelay(now: number): number | null
  reset(): void
}

export function createRestartPolicy(): RestartPolicy {
  let ends: number[] = []
  return {
    nextDelay(now) {
      ends = [...ends.filter((at) => now - at < WINDOW_MS), now]
      return DELAYS_MS[ends.length - 1] ?? null
    },
    reset() {
      ends = []
    },
  }
}
