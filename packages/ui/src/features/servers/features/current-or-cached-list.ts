import type { ServerView } from '@gatehouse/domain'

/** A list as it can be shown now. */
export interface CurrentOrCachedList<Item> {
  /** Undefined while there is nothing to show. */
  list: Item[] | undefined
  /** It is of an earlier start: what the server has now is not known yet. */
  isStale: boolean
}

/** Returns the current list, or the cached one while it is read. */
export function currentOrCachedList<Item>(
  { connection }: ServerView,
  read: { data: Item[] | undefined; error: Error | null },
  cached: Item[] | null | undefined,
): CurrentOrCachedList<Item> {
  const isReady = connection.status === 'ready'
  if (isReady && read.data !== undefined) return { list: read.data, isStale: false }
  const isComing = connection.status === 'starting' || (isReady && !read.error)
  return { list: isComing ? (read.data ?? cached ?? undefined) : undefined, isStale: true }
}
