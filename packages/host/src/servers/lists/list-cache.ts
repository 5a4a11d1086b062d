/** A list that is loaded when it is read, and again once it was invalidated or expired. */
export interface ListCache<Item> {
  read(): Promise<Item[]>
  invalidate(): void
  /** The list that is being read expires after this many milliseconds (`ttlMs`). */
  expireAfter(ttlMs: number): void
}

export interface ListCacheOptions<Item> {
  load(): Promise<Item[]>
  /** Called with each list that was loaded, to store it for the next start. */
  onLoaded(items: Item[]): void
  now(): number
}

export function createListCache<Item>({
  load,
  onLoaded,
  now,
}: ListCacheOptions<Item>): ListCache<Item> {
  let items: Promise<Item[]> | null = null
  let expiresAt = Number.POSITIVE_INFINITY
  return {
    read() {
      if (items && now() < expiresAt) return items
      expiresAt = Number.POSITIVE_INFINITY
      const loading = load()
      items = loading
      loading.then(
        (list) => {
          if (items !== loading) return
          try {
            onLoaded(list)
          } catch {
            // The list is there; the next start reads it again.
          }
        },
        () => {
          // A list that failed to load is loaded again at the next read.
          if (items === loading) items = null
        },
      )
      return loading
    },
    invalidate() {
      items = null
    },
    expireAfter(ttlMs) {
      // The shortest of all pages.
      expiresAt = Math.min(expiresAt, now() + Math.max(0, ttlMs))
    },
  }
}
