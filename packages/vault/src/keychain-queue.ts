import { SerialQueue, withTimeout } from '@gatehouse/base'
import { KeychainTimeout } from './explain-failure.ts'

/** Milliseconds after which a call is taken to wait for a person. An ordinary one takes about 5. */
const WAITING_MS = 250

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
  const calls = new SerialQueue()
  let isClosed = false
  return {
    async close(ms) {
      // Whoever works through a list of secrets would begin the next one as soon as this one is over.
      isClosed = true
      await withTimeout(calls.settled(), ms)
    },
    run<T>(work: () => Promise<T>, ms: number): Promise<T> {
      let isLate = false
      const call = calls.run(async () => {
        if (isLate || isClosed) throw new KeychainTimeout(ms)
        const dispose = killAtExit()
        try {
          const value = await work()
          if (isLate) onLateResult()
          return value
        } finally {
          dispose()
        }
      })
      return withTimeout(call, ms, {
        onTimeout() {
          isLate = true
          throw new KeychainTimeout(ms)
        },
      })
    },
  }
}

/**
 * From now until the result is called: an exit of the process ends it at once. A thread that waits
 * for a keychain's password can neither be stopped nor left, and would hold the process till then.
 */
function killAtExit(): () => void {
  const begin = performance.now()
  const end = (): void => {
    if (performance.now() - begin > WAITING_MS) process.kill(process.pid, 'SIGKILL')
  }
  process.on('exit', end)
  return () => process.off('exit', end)
}
