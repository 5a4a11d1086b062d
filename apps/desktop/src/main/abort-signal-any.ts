type Combine = (signals: Iterable<AbortSignal>) => AbortSignal

/** One combined signal as its sources see it: not held until it has a listener. */
interface Follower {
  /** Set while there is an abort listener, which must be called even if nothing else holds the signal. */
  held: AbortSignal | undefined
  /** Called at most once, by the first source that aborts. */
  abort(reason: unknown): void
}

interface Source {
  followers: Set<Follower>
  listener(): void
}

/**
 * `AbortSignal.any` (DOM standard, "create a dependent abort signal") for runtimes without it. A long-lived
 * source keeps no combined signal alive that no one listens to.
 */
export function createAbortSignalAny(): Combine {
  const registry = createRegistry()
  const controllers = new WeakMap<AbortSignal, AbortController>()
  const collected = new FinalizationRegistry<() => void>((leave) => leave())

  return (signals) => {
    const list = [...signals]
    if (!list.every((signal) => signal instanceof AbortSignal)) {
      throw new TypeError('AbortSignal.any takes AbortSignals.')
    }
    const controller = new AbortController()
    const { signal } = controller
    const aborted = list.find((source) => source.aborted)
    if (aborted) {
      controller.abort(aborted.reason)
      return signal
    }
    controllers.set(signal, controller)
    const reference = new WeakRef(signal)
    const leave = registry.enter(list, signal, (reason) => {
      leave()
      const alive = reference.deref()
      if (alive) controllers.get(alive)?.abort(reason)
    })
    collected.register(signal, leave)
    return signal
  }
}

interface Registry {
  /** Calls `abort` when one of `list` aborts, until the result is called. */
  enter(list: AbortSignal[], signal: AbortSignal, abort: (reason: unknown) => void): () => void
}

/** One listener per source, however many signals are combined from it. */
function createRegistry(): Registry {
  const sources = new WeakMap<AbortSignal, Source>()

  const join = (source: AbortSignal, follower: Follower): void => {
    const known = sources.get(source)
    if (known) {
      known.followers.add(follower)
      return
    }
    const followers = new Set([follower])
    const reference = new WeakRef(source)
    const listener = (): void => {
      const reason: unknown = reference.deref()?.reason
      for (const each of Array.from(followers)) each.abort(reason)
    }
    sources.set(source, { followers, listener })
    source.addEventListener('abort', listener, { once: true })
  }

  const part = (source: AbortSignal, follower: Follower): void => {
    const entry = sources.get(source)
    if (!entry) return
    entry.followers.delete(follower)
    if (entry.followers.size > 0) return
    source.removeEventListener('abort', entry.listener)
    sources.delete(source)
  }

  return {
    enter(list, signal, abort) {
      const follower: Follower = { held: undefined, abort }
      for (const source of list) join(source, follower)
      retainWhileListening(signal, follower)
      // Weakly, or one combined signal would keep its other sources alive.
      const references = list.map((source) => new WeakRef(source))
      return () => {
        follower.held = undefined
        for (const reference of references) {
          const source = reference.deref()
          if (source) part(source, follower)
        }
      }
    },
  }
}

/** Counts the abort listeners of a combined signal, so that a source holds it exactly while there are any. */
function retainWhileListening(signal: AbortSignal, follower: Follower): void {
  const reference = new WeakRef(signal)
  const listeners = new Set<unknown>()
  const count = (): void => {
    follower.held = listeners.size > 0 ? reference.deref() : undefined
  }
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  const forget = (listener: unknown): void => {
    if (listeners.delete(listener)) count()
  }
  const replace = (name: string, value: unknown): void => {
    Object.defineProperty(signal, name, { value, configurable: true, writable: true })
  }
  replace('addEventListener', (...args: Parameters<AbortSignal['addEventListener']>) => {
    add(...args)
    const [type, listener, options] = args
    if (type !== 'abort' || !listener) return
    listeners.add(listener)
    count()
    const until = typeof options === 'object' ? options.signal : undefined
    until?.addEventListener('abort', () => forget(listener), { once: true })
  })
  replace('removeEventListener', (...args: Parameters<AbortSignal['removeEventListener']>) => {
    remove(...args)
    if (args[0] === 'abort') forget(args[1])
  })
}
