import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Takes an event into fetched data; `undefined` = it does not fit, fetch again. */
export type Fold<Data> = (data: Data) => Data | undefined

/** The query cache, with the guarantee that no event is lost while an answer is on its way. */
export interface LiveCache {
  /** Fetches for a query; what events changed in the meantime is folded into the answer. */
  load<Data>(key: QueryKey, fetch: () => Promise<Data>): Promise<Data>
  /** Folds an event into what is cached and into every answer that is on its way. */
  update<Data>(key: QueryKey, fold: Fold<Data>): void
  /** Replaces what is cached, even when it was never fetched. */
  set(key: QueryKey, data: unknown): void
  /** Fetches again what is shown, and forgets the rest. */
  refresh(key: QueryKey): void
}

interface Loading {
  folds: Fold<unknown>[]
}

/**
 * An answer may have been made before or after an event that arrives while it travels, so folds must
 * be idempotent: folding in what the answer holds already changes nothing.
 */
export function createLiveCache(client: QueryClient): LiveCache {
  const loading = new Map<string, Set<Loading>>()

  function begin(id: string): Loading {
    const entry: Loading = { folds: [] }
    const entries = loading.get(id) ?? new Set()
    loading.set(id, entries.add(entry))
    return entry
  }

  function end(id: string, entry: Loading): void {
    const entries = loading.get(id)
    entries?.delete(entry)
    if (entries?.size === 0) loading.delete(id)
  }

  function refresh(key: QueryKey): void {
    void client.invalidateQueries({ queryKey: key })
  }

  return {
    load<Data>(key: QueryKey, fetch: () => Promise<Data>) {
      const id = JSON.stringify(key)
      const entry = begin(id)
      const foldIn = (data: Data, fold: Fold<unknown>): Data => (fold as Fold<Data>)(data) ?? data
      return fetch()
        .then((data) => entry.folds.reduce(foldIn, data))
        .finally(() => end(id, entry))
    },
    update<Data>(key: QueryKey, fold: Fold<Data>) {
      const entries = loading.get(JSON.stringify(key))
      if (entries) for (const entry of entries) entry.folds.push(fold as Fold<unknown>)
      const cached = client.getQueryData<Data>(key)
      if (cached === undefined) return
      const next = fold(cached)
      if (next === cached) return
      if (next !== undefined) client.setQueryData<Data>(key, next)
      // An answer on its way will hold it; asking again would only cancel that answer.
      else if (!entries) refresh(key)
    },
    set: (key, data) => {
      const entries = loading.get(JSON.stringify(key))
      if (entries) for (const entry of entries) entry.folds.push(() => data)
      client.setQueryData(key, data)
    },
    refresh,
  }
}
