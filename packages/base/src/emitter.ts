import type { Disposable } from './disposable.ts'

/** Events by name with the type of their payload. */
type Listener<Events> = <Name extends keyof Events>(name: Name, payload: Events[Name]) => void

/**
 * Events by name. Listeners are called in the order in which they were added. An error of one reaches neither the
 * others nor the sender: it would pass for a failure of the change that the event reports.
 */
export class Emitter<Events> {
  #listeners: readonly Listener<Events>[] = []
  readonly #onError: (error: unknown) => void

  /** @param onError called with what a listener throws */
  constructor(onError: (error: unknown) => void = () => undefined) {
    this.#onError = onError
  }

  /** Adds a listener to the events of these names. */
  on<Name extends keyof Events>(
    names: Name | readonly Name[],
    listener: (payload: Events[Name]) => void,
  ): Disposable {
    const wanted = new Set<keyof Events>(Array.isArray(names) ? names : [names])
    return this.onAny((name, payload) => {
      if (wanted.has(name)) listener(payload as unknown as Events[Name])
    })
  }

  /** Adds a listener to all events. */
  onAny(listener: Listener<Events>): Disposable {
    // A function of its own, so that one that is added twice is called twice and removed once.
    const added: Listener<Events> = (name, payload) => listener(name, payload)
    this.#listeners = [...this.#listeners, added]
    return {
      dispose: () => (this.#listeners = this.#listeners.filter((other) => other !== added)),
    }
  }

  /** Calls the present listeners at once, without those that are removed meanwhile. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void {
    for (const listener of this.#listeners)
      if (this.#listeners.includes(listener))
        try {
          listener(name, payload)
        } catch (error) {
          this.#onError(error)
        }
  }
}
