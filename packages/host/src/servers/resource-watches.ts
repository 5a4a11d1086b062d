import { GatehouseError } from '@gatehouse/domain'
import type { Connection } from '../ports/index.ts'

/** Subscriptions of one server at the same time; the oldest ends for a new one. */
const MAX_WATCHED = 64

/** The resource subscriptions of one server, renewed on every connection. */
export interface ResourceWatches {
  /** Rejects when the server refuses, or with `request/unsupported` when it has no subscriptions. */
  watch(connection: Connection, uri: string): Promise<void>
  unwatch(uri: string): void
  /** Another connection is open: subscribes on it again. */
  resume(connection: Connection): void
  uris(): string[]
}

/** @param onChanged what is watched became another list */
export function createResourceWatches(onChanged: () => void): ResourceWatches {
  let owner: Connection | null = null
  const watched = new Map<string, AbortController>()

  function unwatch(uri: string): void {
    watched.get(uri)?.abort()
    if (watched.delete(uri)) onChanged()
  }

  async function subscribe(connection: Connection, uri: string): Promise<void> {
    const controller = new AbortController()
    watched.set(uri, controller)
    onChanged()
    try {
      await connection.watchResource(uri, controller.signal)
    } catch (error) {
      if (watched.get(uri) === controller) unwatch(uri)
      throw error
    }
  }

  function take(connection: Connection): void {
    if (owner === connection) return
    owner = connection
    const uris = [...watched.keys()]
    watched.clear()
    if (!canSubscribe(connection)) return onChanged()
    // A refusal takes the resource off the list; that is all there is to tell.
    for (const uri of uris) subscribe(connection, uri).catch(() => undefined)
  }

  return {
    async watch(connection, uri) {
      take(connection)
      if (watched.has(uri)) return
      if (!canSubscribe(connection))
        throw new GatehouseError('request/unsupported', 'This server does not notify of changes.')
      const oldest = watched.size < MAX_WATCHED ? undefined : watched.keys().next().value
      if (oldest !== undefined) unwatch(oldest)
      await subscribe(connection, uri)
    },
    unwatch,
    resume: take,
    uris: () => [...watched.keys()],
  }
}

function canSubscribe({ info }: Connection): boolean {
  const resources = info.capabilities['resources']
  return typeof resources === 'object' && resources !== null && 'subscribe' in resources
    ? resources['subscribe'] === true
    : false
}
