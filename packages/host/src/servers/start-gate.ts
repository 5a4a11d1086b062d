/** One start's place among those that may run at the same time. */
export interface StartSlot {
  /** Resolves when the start may begin, or when `release` was called. */
  readonly granted: Promise<void>
  isWaiting(): boolean
  /** Begins now, whatever else is starting: a person or a call waits for this server. */
  skipQueue(): void
  /** The start ended or is not wanted any more. May be called twice. */
  release(): void
}

/** Limits how many servers start at the same time; what a person or a call waits for goes first. */
export interface StartGate {
  request(): StartSlot
}

export function createStartGate(limit: number): StartGate {
  const waiting: (() => void)[] = []
  let running = 0

  function admit(): void {
    for (const begin of waiting.splice(0, Math.max(0, limit - running))) begin()
  }

  return {
    request() {
      let state: 'waiting' | 'running' | 'released' = 'waiting'
      let resolve = (): void => undefined
      const granted = new Promise<void>((done) => (resolve = done))
      const unqueue = (): void => {
        const place = waiting.indexOf(begin)
        if (place >= 0) waiting.splice(place, 1)
      }
      const begin = (): void => {
        state = 'running'
        running += 1
        resolve()
      }
      waiting.push(begin)
      admit()
      return {
        granted,
        isWaiting: () => state === 'waiting',
        skipQueue() {
          if (state !== 'waiting') return
          unqueue()
          begin()
        },
        release() {
          if (state === 'waiting') unqueue()
          if (state === 'running') running -= 1
          state = 'released'
          resolve()
          admit()
        },
      }
    },
  }
}
