/** Something that holds what must be given back: a timer, a listener, a process, a file. */
export interface Disposable {
  /** Gives it back; a promise resolves when that is done. */
  dispose(): unknown
}

/** Owns disposables and disposes all of them, newest first. */
export class DisposableStore implements Disposable {
  readonly #name: string
  readonly #owned: Disposable[] = []
  #isDisposed = false
  #disposing: Promise<void> | undefined

  /** @param name says in a test whose disposables were never disposed */
  constructor(name: string) {
    this.#name = name
    alive?.add(this)
  }

  get name(): string {
    return this.#name
  }

  get isDisposed(): boolean {
    return this.#isDisposed
  }

  /** Takes ownership; disposes at once what is added after the end. Returns what it was given. */
  add<Owned extends Disposable>(owned: Owned): Owned {
    if (this.#isDisposed) void owned.dispose()
    else this.#owned.push(owned)
    return owned
  }

  /**
   * Disposes each after the one that was added after it, even if that threw; synchronously up to the first that
   * returns a promise. Throws or rejects once all are through: with the error, or with an `AggregateError` of several.
   */
  dispose(): Promise<void> | undefined {
    if (this.#isDisposed) return this.#disposing
    this.#isDisposed = true
    this.#disposing = this.#disposeRest([])
    return this.#disposing
  }

  #disposeRest(errors: unknown[]): Promise<void> | undefined {
    for (let next = this.#owned.pop(); next; next = this.#owned.pop())
      try {
        const done = next.dispose()
        if (done instanceof Promise)
          return done
            .catch((error: unknown) => errors.push(error))
            .then(() => this.#disposeRest(errors))
      } catch (error) {
        errors.push(error)
      }
    alive?.delete(this)
    if (errors.length > 1)
      throw new AggregateError(errors, errors.map((error) => String(error)).join('; '))
    if (errors.length > 0) throw errors[0]
    return undefined
  }
}

/** Stores that were created and not disposed, while a test tracks them. */
let alive: Set<DisposableStore> | undefined

/** Tracks the stores that are created from here on, for tests. `stop` returns the names of those never disposed. */
export function trackDisposables(): { stop(): string[] } {
  const tracked = new Set<DisposableStore>()
  alive = tracked
  return {
    stop() {
      if (alive === tracked) alive = undefined
      return [...tracked].map(({ name }) => name)
    },
  }
}
