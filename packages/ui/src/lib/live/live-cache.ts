import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** Takes an event into fetched data; `undefined` = it does not fit, fetch again. */
export type CacheUpdate<Data> = (data: Data) => Data | undefined

/** The query cache, with the guarantee that no event is lost while a response is on its way. */
export interface LiveCache {
  /** Fetches for a query; what events changed in the meantime is applied to the response. */
  load<Data>(key: QueryKey, fetch: () => Promise<Data>): Promise<Data>
  /** Applies an event to what is cached and to every response that is on its way. */
  update<Data>(key: QueryKey, cacheUpdate: CacheUpdate<Data>): void
  /** Replaces what is cached, even when it was never fetched. */
  set(key: QueryKey, data: unknown): void
  /** Fetches again what is shown, and forgets the rest; a response that is on its way is not the last word. */
  refresh(key: QueryKey): void
}

interface Loading {
  key: QueryKey
  updates: CacheUpdate<unknown>[]
  /** It may have been made before what is to be fetched again changed. */
  isOutdated: boolean
}

/**
 * A response may have been made before or after an event that arrives while it travels, so updates must
 * be idempotent: folding in what the response holds already changes nothing.
 */
export function createLiveCache(client: QueryClient): LiveCache {
  const loading = new Map<string, Set<Loading>>()

  function begin(id: string, key: QueryKey): Loading {
    const entry: Loading = { key, updates: [], isOutdated: false }
    const entries = loading.get(id) ?? new Set()
    loading.set(id, entries.add(entry))
    return entry
  }

  function end(id: string, entry: Loading): void {
    const entries = loading.get(id)
    entries?.delete(entry)
    if (entries?.size === 0) loading.delete(id)
    // Once what came is in the cache.
    if (entry.isOutdated) setTimeout(() => invalidate(entry.key))
  }

  function invalidate(key: QueryKey): void {
    void client.invalidateQueries({ queryKey: key })
  }

  /** A fetch that has nothing to replace yet, or that nothing shows, is not begun anew by that. */
  function refresh(key: QueryKey): void {
    for (const entry of [...loading.values()].flatMap((entries) => [...entries])) {
      if (!partialMatchKey(entry.key, key)) continue
      const query = client.getQueryCache().find({ queryKey: entry.key })
      if (query && (query.state.data === undefined || !query.isActive())) entry.isOutdated = true
    }
    invalidate(key)
  }

  return {
    load<Data>(key: QueryKey, fetch: () => Promise<Data>) {
      const id = JSON.stringify(key)
      const entry = begin(id, key)
      const applyUpdate = (data: Data, cacheUpdate: CacheUpdate<unknown>): Data =>
        (cacheUpdate as CacheUpdate<Data>)(data) ?? data
      return fetch()
        .then((data) => entry.updates.reduce(applyUpdate, data))
        .finally(() => end(id, entry))
    },
    update<Data>(key: QueryKey, cacheUpdate: CacheUpdate<Data>) {
      const entries = loading.get(JSON.stringify(key))
      if (entries)
        for (const entry of entries) entry.updates.push(cacheUpdate as CacheUpdate<unknown>)
      const cached = client.getQueryData<Data>(key)
      if (cached === undefined) return
      const next = cacheUpdate(cached)
      if (next === cached) return
      if (next !== undefined) client.setQueryData<Data>(key, next)
      // A response on its way will hold it; another request would only cancel that one.
      else if (!entries) refresh(key)
    },
    set: (key, data) => {
      const entries = loading.get(JSON.stringify(key))
      if (entries) for (const entry of entries) entry.updates.push(() => data)
      client.setQueryData(key, data)
    },
    refresh,
  }
}
