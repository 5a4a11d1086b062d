/** Milliseconds in which several notices count as one. */
const QUIET_MS = 150
/** The longest pause between two readings for a server that says all the time that something changed. */
const MAX_PAUSE_MS = 5000

export interface PacedReading {
  /** Reads soon; however often this is asked for, once. */
  soon(): void
  stop(): void
}

/** Readings one after the other, with pauses that grow while more of them are asked for. */
export function paceReading(read: () => Promise<void>): PacedReading {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  let pause = QUIET_MS
  let lastRead = -Infinity
  return {
    soon() {
      if (timer !== undefined) return
      const isCalm = performance.now() - lastRead > MAX_PAUSE_MS
      pause = isCalm ? QUIET_MS : Math.min(pause * 2, MAX_PAUSE_MS)
      timer = setTimeout(() => {
        timer = undefined
        lastRead = performance.now()
        running = running.then(read)
      }, pause)
    },
    stop: () => clearTimeout(timer),
  }
}
