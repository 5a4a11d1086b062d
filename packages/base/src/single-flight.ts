/** One run of a piece of work at a time for each key, shared by all who ask for it meanwhile. */
export class SingleFlight<Value> {
  readonly #running = new Map<string, Promise<Value>>()
  readonly #onEnded: () => void

  /** @param onEnded called after each run, before those who wait for it go on */
  constructor(onEnded: () => void = () => undefined) {
    this.#onEnded = onEnded
  }

  get isRunning(): boolean {
    return this.#running.size > 0
  }

  /** Settles as the present run of this key does; begins one with `work` if there is none. */
  run(work: () => Promise<Value>, key = ''): Promise<Value> {
    const present = this.#running.get(key)
    if (present) return present
    const running = work().finally(() => {
      this.#running.delete(key)
      this.#onEnded()
    })
    this.#running.set(key, running)
    return running
  }

  /** Resolves when the present runs have ended, with a value or an error. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }
}
