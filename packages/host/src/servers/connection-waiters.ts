import { GatehouseError } from '@gatehouse/domain'

/** Outcome of a wait: the value, an error, or undefined while it is pending. */
export type WaitResult<T> = { ready: T } | { error: GatehouseError } | undefined

/** Callers that wait for a connection, each with its own abort signal. */
export class ConnectionWaiters {
  readonly #checks = new Set<() => void>()
  #urgent = 0

  /** True if a caller waits that does not wait for a retry. */
  get hasUrgent(): boolean {
    return this.#urgent > 0
  }

  /** Call after each change: every waiter checks again. */
  notify(): void {
    for (const check of this.#checks) check()
  }

  /**
   * Settles as soon as `check` returns a result. `urgent` waiters are counted and checked at the next change; the
   * others are also checked at once. Rejects with `call/cancelled` when `signal` is aborted.
   */
  wait<T>(
    check: () => WaitResult<T>,
    { urgent }: { urgent: boolean },
    signal: AbortSignal,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        this.#checks.delete(checkAgain)
        if (urgent) this.#urgent -= 1
        signal.removeEventListener('abort', onAbort)
        settle()
      }
      const onAbort = (): void =>
        finish(() => reject(new GatehouseError('call/cancelled', 'The call was cancelled.')))
      const checkAgain = (): void => {
        const result = check()
        if (!result) return
        finish(() => ('ready' in result ? resolve(result.ready) : reject(result.error)))
      }
      this.#checks.add(checkAgain)
      if (urgent) this.#urgent += 1
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      else if (!urgent) checkAgain()
    })
  }
}
