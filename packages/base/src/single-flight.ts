/** One run of a piece of work at a time, shared by all who ask for it meanwhile. */
export class SingleFlight<Value> {
  #running: Promise<Value> | undefined

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Settles as the present run does; begins one with `work` if there is none. */
  run(work: () => Promise<Value>): Promise<Value> {
    this.#running ??= work().finally(() => (this.#running = undefined))
    return this.#running
  }

  /** Resolves when the present run has ended, with a value or an error. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => undefined)
  }
}
