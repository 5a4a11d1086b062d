/** Milliseconds. Keep-alives do not count: only text, reasoning and tool input do. */
export interface StallLimits {
  firstOutputMs: number
  betweenOutputMs: number
}

export const DEFAULT_STALL: StallLimits = { firstOutputMs: 600_000, betweenOutputMs: 180_000 }

/** A clock that runs only while output is waited for. */
export function createStallWatch(limits: StallLimits, stop: () => void) {
  let limit = limits.firstOutputMs
  let stalled = false
  return {
    stalled: () => stalled,
    seconds: () => Math.round(limit / 1000),
    sawOutput: () => {
      limit = limits.betweenOutputMs
    },
    /** The time left runs on over events that are not output. */
    start(): () => void {
      const timer = setTimeout(() => {
        stalled = true
        stop()
      }, limit)
      return () => clearTimeout(timer)
    },
  }
}
