/** A start's turn. */
export interface StartTurn {
  /** Resolves when the start may begin, or when it was given up by `leave`. */
  readonly come: Promise<void>
  waits(): boolean
  /** Somebody waits for this very server: it begins now, whatever else is starting. */
  hurry(): void
  /** The start is over, or is not wanted any more. May be called twice. */
  leave(): void
}

/** Bounds how many servers start at the same time; what a person or a call waits for goes first. */
export interface StartGate {
  queue(): StartTurn
}

export function createStartGate(limit: number): StartGate {
  const waiting: (() => void)[] = []
  let running = 0

  function admit(): void {
    for (const begin of waiting.splice(0, Math.max(0, limit - running))) begin()
  }

  return {
    queue() {
      let state: 'waiting' | 'running' | 'over' = 'waiting'
      let resolve = (): void => undefined
      const come = new Promise<void>((done) => (resolve = done))
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
        come,
        waits: () => state === 'waiting',
        hurry() {
          if (state !== 'waiting') return
          unqueue()
          begin()
        },
        leave() {
          if (state === 'waiting') unqueue()
          if (state === 'running') running -= 1
          state = 'over'
          resolve()
          admit()
        },
      }
    },
  }
}
