import { AsyncLocalStorage } from 'node:async_hooks'

/** A value that holds within some work and everything it starts, for one owner among many. */
export interface AsyncScope<Value> {
  run<T>(value: Value, work: () => T): T
  /** The value of the innermost work of this kind, if that is the owner's. */
  current(): Value | undefined
}

/**
 * A kind of scope, made once for the process. Node 22 and older keep every storage that was ever entered,
 * and each costs all promises from then on: a connection gets none of its own.
 */
export function defineAsyncScope<Value>(): () => AsyncScope<Value> {
  const storage = new AsyncLocalStorage<{ owner: AsyncScope<Value>; value: Value }>()
  return () => {
    const owner: AsyncScope<Value> = {
      run: (value, work) => storage.run({ owner, value }, work),
      current() {
        const store = storage.getStore()
        return store?.owner === owner ? store.value : undefined
      },
    }
    return owner
  }
}
