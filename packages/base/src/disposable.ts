import { runEach } from './run-each.ts'

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
   * Disposes each after the one that was added after it, even if that threw. Throws or rejects as {@link runEach}.
   */
  dispose(): Promise<void> | undefined {
    if (this.#isDisposed) return this.#disposing
    this.#isDisposed = true
    this.#disposing = runEach(this.#steps())
    return this.#disposing
  }

  *#steps(): Generator<() => unknown> {
    for (let next = this.#owned.pop(); next; next = this.#owned.pop()) {
      const owned = next
      yield () => owned.dispose()
    }
    alive?.delete(this)
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
