import { killAtExit } from './kill-at-exit.ts'
import { KeychainTimeout } from './explain-failure.ts'

/**
 * Runs keychain calls one after the other, each with a time limit. A call that waits for a person
 * holds a thread for as long as that takes: one is bearable, several would stop all file access.
 */
export interface KeychainQueue {
  /**
   * Rejects with {@link KeychainTimeout} after `ms`; a call that has begun continues, one that has not
   * is dropped.
   */
  run<T>(work: () => Promise<T>, ms: number): Promise<T>
  /** Begins no call any more, and resolves when the one that runs is over, at the latest after `ms`. */
  close(ms: number): Promise<void>
}

/** `onLateResult` is called when a call succeeds after it timed out. */
export function createKeychainQueue(onLateResult: () => void): KeychainQueue {
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return {
    async close(ms) {
      // Whoever works through a list of secrets would begin the next one as soon as this one is over.
      isClosed = true
      let timer: ReturnType<typeof setTimeout> | undefined
      await Promise.race([last, new Promise((resolve) => (timer = setTimeout(resolve, ms)))])
      clearTimeout(timer)
    },
    run<T>(work: () => Promise<T>, ms: number): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let timedOut = false
        const timer = setTimeout(() => {
          timedOut = true
          reject(new KeychainTimeout(ms))
        }, ms)
        last = last.then(async () => {
          if (timedOut || isClosed) {
            clearTimeout(timer)
            reject(new KeychainTimeout(ms))
            return
          }
          const dispose = killAtExit()
          try {
            const value = await work()
            if (timedOut) onLateResult()
            else resolve(value)
          } catch (error) {
            reject(error)
          } finally {
            clearTimeout(timer)
            dispose()
          }
        })
      })
    },
  }
}
