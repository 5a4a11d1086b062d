/** Long work on one thing that must not meet other work on it: each waits until the one before is over. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Over once it was read to its end, or given up by who reads it. */
  iterate<T>(work: () => AsyncIterable<T>): AsyncGenerator<T>
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()

  /** Resolves, when it is its turn, with what ends the turn. */
  async function begin(): Promise<() => void> {
    const before = last
    let end = (): void => undefined
    last = new Promise((resolve) => (end = resolve))
    await before
    return end
  }

  return {
    async run(work) {
      const end = await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
    async *iterate(work) {
      const end = await begin()
      try {
        yield* work()
      } finally {
        end()
      }
    },
  }
}
