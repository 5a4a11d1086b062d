import type { Emitter } from '@gatehouse/base'
import type { ServerListName, ServerLists, Tool } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { Connection } from '../../ports/index.ts'
import type { FollowEvents } from './follow-events.ts'
import { ServerFeatureCache } from './server-feature-cache.ts'
import { ToolCache } from './tool-cache.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'timers'> & {
  follows?: Pick<Emitter<FollowEvents>, 'emit'>
}

/** The known features of one server, with the events of their changes. */
export class ServerCatalog {
  /** Its prompts, resources and skills, read over the connection that `connect` gives. */
  readonly features: ServerFeatureCache
  readonly #id: string
  readonly #tools: ToolCache
  readonly #deps: Dependencies

  constructor(
    id: string,
    connect: (signal: AbortSignal) => Promise<Connection>,
    deps: Dependencies,
  ) {
    this.#id = id
    this.#deps = deps
    this.#tools = new ToolCache(id, deps.stores.servers, deps.timers)
    this.features = new ServerFeatureCache(connect, {
      onWatched: (uris) => deps.events.emit('server.watches-changed', { id, uris }),
      onFollowed: () => deps.follows?.emit('changed', { serverId: id }),
      onLoaded: (name, list) => deps.stores.servers.cacheList(id, name, list),
      now: () => deps.clock.now(),
    })
  }

  /** The tools of the last start, until this start has listed its own; `null` when it was never started. */
  get tools(): Tool[] | null {
    return this.#tools.tools
  }

  /** Rough count of model tokens that the tools cost. */
  get toolTokens(): number | null {
    return this.#tools.tokens
  }

  /** The other lists as they were last read, to be shown while they are read again. */
  cachedLists(): ServerLists {
    return this.#deps.stores.servers.cachedLists(this.#id)
  }

  setTools(tools: Tool[]): void {
    this.#tools.put(tools)
    this.#deps.events.emit('server.tools-changed', { id: this.#id })
  }

  /** A new connection is open: subscriptions move to it, and lists are read again. */
  opened(connection: Connection, tools: Tool[]): void {
    this.setTools(tools)
    this.invalidate('prompts')
    this.invalidate('resources')
    this.features.opened(connection)
    this.#deps.follows?.emit('opened', { serverId: this.#id })
  }

  /** The connection is over. */
  closed(): void {
    this.features.closed()
    this.#deps.follows?.emit('changed', { serverId: this.#id })
  }

  /** The list changed at the server: it is read again when it is shown. */
  invalidate(list: 'prompts' | 'resources'): void {
    this.features.invalidate(list)
    this.#deps.events.emit('server.list-changed', { id: this.#id, list })
  }

  expireAfter(list: ServerListName, ttlMs: number): void {
    this.features.expireAfter(list, ttlMs)
  }

  /**
   * Only for watched resources: a server may name any number of others. `isGap`: it reported nothing, but no one was
   * notified for a moment.
   */
  resourceUpdated(changed: string, isGap = false): void {
    for (const uri of this.features.watchedAbove(changed))
      this.#deps.events.emit('server.resource-updated', { id: this.#id, uri })
    if (isGap) return this.features.missed(changed)
    for (const uri of this.features.followedAbove(changed))
      this.#deps.follows?.emit('updated', { serverId: this.#id, uri })
  }

  /** Another server has this id now. */
  clear(): void {
    this.#tools.clear()
    this.invalidate('prompts')
    this.invalidate('resources')
  }

  /** Writes to disk what is not written yet. */
  flush(): void {
    this.#tools.flush()
  }
}
