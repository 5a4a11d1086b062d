/** Runs work one after the other, each to its end, even when no one waits for it any more. */
export class SerialQueue {
  /** Never rejects. */
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as `work` does, which begins when all that was queued before it has ended. */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Work that ends when it was read to its end, or when its reader stops. */
  async *iterate<Value>(work: () => AsyncIterable<Value>): AsyncGenerator<Value> {
    const before = this.#last
    let end = (): void => undefined
    this.#last = new Promise<void>((resolve) => (end = resolve))
    await before
    try {
      yield* work()
    } finally {
      end()
    }
  }

  /** Resolves when all that was queued has ended, with a value or an error. */
  async settled(): Promise<void> {
    await this.#last
  }
}
