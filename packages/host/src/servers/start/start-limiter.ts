import type { Timers } from '../../ports/index.ts'

/**
 * Milliseconds after which a start is taken to wait (for a download, a network, a response that never comes)
 * rather than to compute: the next one may begin beside it.
 */
const ASSUME_WAITING_AFTER_MS = 1000

/** A place of one start among those that may run at the same time. */
export interface StartSlot {
  /** Resolves when the start may begin, or when `release` was called. */
  readonly granted: Promise<void>
  isWaiting(): boolean
  /** Begins now, whatever else is starting: a person or a call waits for this server. */
  skipQueue(): void
  /** Releases the place after the start ended or was cancelled. May be called twice. */
  release(): void
}

/**
 * Limits how many servers compute for their start at the same time, so that the window has a processor too;
 * what a person or a call waits for goes first.
 */
export interface StartLimiter {
  request(): StartSlot
}

export function createStartLimiter(limit: number, timers: Timers): StartLimiter {
  const waiting: (() => void)[] = []
  let running = 0

  function admit(): void {
    for (const begin of waiting.splice(0, Math.max(0, limit - running))) begin()
  }

  return {
    request() {
      let state: 'waiting' | 'running' | 'released' = 'waiting'
      let resolve = (): void => undefined
      /** Gives the place back, once. */
      let leave = (): void => undefined
      const granted = new Promise<void>((done) => (resolve = done))
      const unqueue = (): void => {
        const place = waiting.indexOf(begin)
        if (place >= 0) waiting.splice(place, 1)
      }
      const begin = (): void => {
        state = 'running'
        running += 1
        let cancel = (): void => undefined
        leave = () => {
          leave = () => undefined
          cancel()
          running -= 1
          admit()
        }
        cancel = timers.after(ASSUME_WAITING_AFTER_MS, leave)
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
          state = 'released'
          resolve()
          leave()
        },
      }
    },
  }
}
