/** Work that is done one after the other, each to its end, whoever still waits for it. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as `work` does, which begins when all that came before it is over. */
  take<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when all that was begun is over, whatever became of it. */
  async settled(): Promise<void> {
    await this.#last
  }
}
