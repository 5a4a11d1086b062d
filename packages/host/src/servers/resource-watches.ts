import type { Connection } from '../ports/index.ts'

/** Resources of one server that are watched at the same time; the oldest is let go for a new one. */
const MAX_WATCHED = 64

/** Keeps the resources that a person read under watch, for as long as their connection lives. */
export interface ResourceWatches {
  /** Does nothing when the server does not declare `resources.subscribe`, or when it is watched. */
  watch(connection: Connection, uri: string): void
}

export function createResourceWatches(): ResourceWatches {
  let owner: Connection | null = null
  const watched = new Map<string, AbortController>()

  function letGo(uri: string): void {
    watched.get(uri)?.abort()
    watched.delete(uri)
  }

  return {
    watch(connection, uri) {
      if (owner !== connection) {
        watched.clear()
        owner = connection
      }
      if (watched.has(uri) || !canSubscribe(connection)) return
      const oldest = watched.size < MAX_WATCHED ? undefined : watched.keys().next().value
      if (oldest !== undefined) letGo(oldest)
      const controller = new AbortController()
      watched.set(uri, controller)
      connection.watchResource(uri, controller.signal).catch(() => {
        if (watched.get(uri) === controller) watched.delete(uri)
      })
    },
  }
}

function canSubscribe({ info }: Connection): boolean {
  const resources = info.capabilities['resources']
  return typeof resources === 'object' && resources !== null && 'subscribe' in resources
    ? resources['subscribe'] === true
    : false
}
