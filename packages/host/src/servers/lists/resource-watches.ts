import { GatehouseError } from '@gatehouse/domain'
import type { Connection } from '../../ports/index.ts'

/** Subscriptions by the switch of one server at the same time; the oldest ends for a new one. */
const MAX_WATCHED = 64

export interface ResourceWatchesOptions {
  /** The list of resources watched by the switch changed. */
  onWatched(): void
  /** The list of what is watched for chats changed. */
  onFollowed(): void
  /** Milliseconds since the Unix epoch. */
  now(): number
}

interface Watch {
  controller: AbortController
  bySwitch: boolean
  byChats: boolean
  /** `null`: its server does not report changes of it now. */
  since: number | null
}

type WantedBy = Pick<Watch, 'bySwitch' | 'byChats'>

/** The resource subscriptions of one server, renewed on every connection: one for all that want to follow it. */
export class ResourceWatches {
  readonly #options: ResourceWatchesOptions
  #owner: Connection | null = null
  readonly #watches = new Map<string, Watch>()
  /** Subscriptions for chats that this connection refused: they are not requested again. */
  readonly #refused = new Set<string>()

  constructor(options: ResourceWatchesOptions) {
    this.#options = options
  }

  /**
   * Watches a resource by the switch. Rejects when the server refuses, or with `request/unsupported` when it has no
   * subscriptions.
   */
  async watch(connection: Connection, uri: string): Promise<void> {
    this.resume(connection)
    const watch = this.#watches.get(uri)
    if (watch?.bySwitch) return
    if (!canSubscribe(connection))
      throw new GatehouseError('request/unsupported', 'This server does not notify of changes.')
    const watched = this.uris()
    const oldest = watched.length < MAX_WATCHED ? undefined : watched[0]
    if (oldest !== undefined) this.unwatch(oldest)
    if (!watch) return this.#subscribe(connection, uri, { bySwitch: true, byChats: false })
    watch.bySwitch = true
    this.#options.onWatched()
  }

  unwatch(uri: string): void {
    const watch = this.#watches.get(uri)
    if (!watch?.bySwitch) return
    watch.bySwitch = false
    if (!watch.byChats) this.#end(uri, watch)
    this.#options.onWatched()
  }

  /** Sets all resources that chats follow; others are no longer followed. */
  follow(uris: readonly string[]): void {
    const wanted = new Set(uris)
    for (const [uri, watch] of this.#watches) {
      if (!watch.byChats || wanted.has(uri)) continue
      watch.byChats = false
      if (!watch.bySwitch) this.#end(uri, watch)
    }
    const owner = this.#owner
    if (owner && canSubscribe(owner)) for (const uri of wanted) this.#followOne(owner, uri)
  }

  /** Another connection is open: what the switch turned on is subscribed to again. */
  resume(connection: Connection): void {
    if (this.#owner === connection) return
    const uris = this.uris()
    this.#endAll()
    this.#owner = connection
    if (!canSubscribe(connection)) return this.#options.onWatched()
    const by = { bySwitch: true, byChats: false }
    // A refusal takes the resource off the list; there is nothing else to report.
    for (const uri of uris) this.#subscribe(connection, uri, by).catch(() => undefined)
  }

  /** The connection is over: nothing is received. */
  lost(): void {
    const uris = this.uris()
    this.#endAll()
    this.#owner = null
    // They are turned on still, for the connection that comes.
    for (const uri of uris) this.#watches.set(uri, newWatch({ bySwitch: true, byChats: false }))
  }

  /** Turned on by the switch. */
  uris(): string[] {
    return [...this.#watches].flatMap(([uri, { bySwitch }]) => (bySwitch ? [uri] : []))
  }

  /** The resources of chats whose changes the server reports now, with since when. */
  followed(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#watches].flatMap(([uri, { byChats, since }]) =>
        byChats && since !== null ? [[uri, since] as const] : [],
      ),
    )
  }

  /** Changes of it were not reported for a moment, and are again. */
  missed(uri: string): void {
    const watch = this.#watches.get(uri)
    if (!watch || watch.since === null) return
    watch.since = this.#options.now()
    if (watch.byChats) this.#options.onFollowed()
  }

  #followOne(connection: Connection, uri: string): void {
    const watch = this.#watches.get(uri)
    if (watch) watch.byChats = true
    else if (!this.#refused.has(uri))
      this.#subscribe(connection, uri, { bySwitch: false, byChats: true }).catch(() => {
        if (this.#owner === connection) this.#refused.add(uri)
      })
  }

  async #subscribe(connection: Connection, uri: string, by: WantedBy): Promise<void> {
    const { onWatched, onFollowed, now } = this.#options
    const watch = newWatch(by)
    this.#watches.set(uri, watch)
    if (by.bySwitch) onWatched()
    // Requests are handled in their order: what is read after this one is not older.
    let from: number | null = now()
    const onStateChange = (isWatching: boolean): void => {
      if (this.#watches.get(uri) !== watch) return
      watch.since = isWatching ? (from ?? now()) : null
      from = null
      if (watch.byChats) onFollowed()
    }
    try {
      await connection.watchResource(uri, watch.controller.signal, onStateChange)
    } catch (error) {
      this.#end(uri, watch)
      if (watch.bySwitch) onWatched()
      if (watch.byChats) onFollowed()
      throw error
    }
  }

  #end(uri: string, watch: Watch): void {
    if (this.#watches.get(uri) === watch) this.#watches.delete(uri)
    watch.controller.abort()
  }

  #endAll(): void {
    for (const [uri, watch] of this.#watches) this.#end(uri, watch)
    this.#refused.clear()
  }
}

const newWatch = (by: WantedBy): Watch => ({
  controller: new AbortController(),
  ...by,
  since: null,
})

function canSubscribe({ info }: Connection): boolean {
  const resources = info.capabilities['resources']
  return typeof resources === 'object' && resources !== null && 'subscribe' in resources
    ? resources['subscribe'] === true
    : false
}
