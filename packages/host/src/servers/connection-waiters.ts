import { GatehouseError } from '@gatehouse/domain'

/** What whoever waits may go on with: the thing itself, an error, or nothing yet. */
export type Outlook<T> = { ready: T } | { error: GatehouseError } | undefined

/** Those who wait for something that is told by changes, each until a signal of their own. */
export class WaitingLine {
  readonly #checks = new Set<() => void>()
  /** How many wait and expect it soon. */
  #impatient = 0

  get isImpatient(): boolean {
    return this.#impatient > 0
  }

  /** Something changed: everybody looks again. */
  look(): void {
    for (const check of this.#checks) check()
  }

  /**
   * Resolves or rejects as soon as `outlook` says so. Those who are `patient` are not counted and look
   * at once. Rejects with `call/cancelled` when `signal` is aborted.
   */
  wait<T>(
    outlook: () => Outlook<T>,
    { patient }: { patient: boolean },
    signal: AbortSignal,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const finish = (task: () => void): void => {
        this.#checks.delete(check)
        if (!patient) this.#impatient -= 1
        signal.removeEventListener('abort', onAbort)
        task()
      }
      const onAbort = (): void =>
        finish(() => reject(new GatehouseError('call/cancelled', 'The call was cancelled.')))
      const check = (): void => {
        const seen = outlook()
        if (!seen) return
        finish(() => ('ready' in seen ? resolve(seen.ready) : reject(seen.error)))
      }
      this.#checks.add(check)
      if (!patient) this.#impatient += 1
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      else if (patient) check()
    })
  }
}
