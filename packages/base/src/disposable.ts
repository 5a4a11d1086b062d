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
  readonly #tracked = tracking[TRACKED]
  #isDisposed = false
  #disposing: Promise<void> | undefined

  /** @param name says in a test whose disposables were never disposed */
  constructor(name: string) {
    this.#name = name
    this.#tracked?.add(this)
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
    this.#tracked?.delete(this)
  }
}

/**
 * The stores that were created and not disposed, while tests track them. Global, so that tests of the built app can
 * track those in its bundle.
 */
const TRACKED = Symbol.for('gatehouse.undisposed')

const tracking = globalThis as { [TRACKED]?: Set<DisposableStore> | undefined }

/** Tracks the stores that are created from here on, for tests. */
export function trackDisposables(): {
  /** The stores that are not disposed yet. */
  alive(): DisposableStore[]
  /** Ends the tracking; returns the names of the stores that were never disposed. */
  stop(): string[]
} {
  const outer = tracking[TRACKED]
  const tracked = new Set<DisposableStore>()
  tracking[TRACKED] = tracked
  return {
    alive: () => [...tracked],
    stop() {
      if (tracking[TRACKED] === tracked) tracking[TRACKED] = outer
      return [...tracked].map(({ name }) => name)
    },
  }
}
