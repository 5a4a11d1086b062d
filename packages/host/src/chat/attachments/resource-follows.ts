import type { Emitter } from '@gatehouse/base'
import type { ResourceAttachment } from '@gatehouse/domain'
import { FOLLOW_LIMITS, type FollowState, type ResourceFollow } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { HostEvents } from '../../ports/index.ts'
import type { FollowEvents } from '../../servers/lists/follow-events.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { throttle } from '../../servers/health/throttle.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'timers'> & {
  registry: Pick<ServerRegistry, 'all'>
  hostEvents: Pick<Emitter<HostEvents>, 'on'>
  followEvents: Pick<Emitter<FollowEvents>, 'on'>
}

/** Milliseconds between two events: the window reads again what its chat follows. */
const NOTIFY_MS = 200
/** Rows of one server that are looked at: several chats may follow the same resource. */
const MAX_ROWS = 500

/** A resource that is being read: it is followed already, so that no change behind its reading is missed. */
interface Reading {
  uri: string
  isRead: boolean
  changedAt: number | null
}

/** The reading of a resource whose changes will be followed. */
export interface FollowedReading {
  /** Called when it was read: every later notification is a change. */
  read(): void
  /** It is attached: the chat follows it. */
  keep(conversationId: string, attachment: ResourceAttachment): void
  /** Ends the subscription unless `keep` was called. Must be called. */
  end(): void
}

/**
 * The resources attached in chats whose changes the chats follow. Gatehouse subscribes to them and stores the first
 * notification of a change. It reads and sends nothing for that.
 */
export class ResourceFollows {
  readonly #deps: Dependencies
  readonly #notify: (none: undefined) => void
  readonly #readings = new Map<string, Set<Reading>>()
  /** By server, resources whose change is already stored in every chat: another notification needs no look-up. */
  readonly #marked = new Map<string, Set<string>>()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#notify = throttle(NOTIFY_MS, deps.timers, () =>
      deps.events.emit('chat.follows-changed', {}),
    )
    const { followEvents, hostEvents } = deps
    followEvents.on('opened', ({ serverId }) => this.#sync(serverId))
    followEvents.on('changed', () => this.#notify(undefined))
    followEvents.on('updated', ({ serverId, uri }) => this.#updated(serverId, uri))
    const removed = new Set<string>()
    hostEvents.on('chat.removed', ({ id }) => {
      removed.add(id)
      this.#syncAll()
    })
    // A removed chat that changes came back.
    hostEvents.on('chat.changed', ({ id }) => {
      if (removed.delete(id)) this.#syncAll()
    })
  }

  #syncAll(): void {
    for (const { config } of this.#deps.registry.all()) this.#sync(config.id)
  }

  /** The resources that a chat follows, with their present state. */
  list(conversationId: string): FollowState[] {
    const follows = this.#deps.stores.follows.list(conversationId)
    return follows.map((follow) => ({
      attachmentId: follow.attachmentId,
      state: this.#state(follow),
    }))
  }

  /** Follows what is going to be read. */
  begin(server: ManagedServer, uri: string): FollowedReading {
    const { id } = server.config
    const reading: Reading = { uri, isRead: false, changedAt: null }
    const readings = this.#readings.get(id) ?? new Set()
    this.#readings.set(id, readings.add(reading))
    this.#sync(id)
    return {
      read: () => void (reading.isRead = true),
      keep: (conversationId, { id: attachmentId, readAt = this.#deps.clock.now() }) =>
        this.#save({
          conversationId,
          attachmentId,
          serverId: id,
          serverIdentity: server.identity,
          uri,
          readAt,
          ...(reading.changedAt === null ? {} : { changedAt: reading.changedAt }),
        }),
      end: () => {
        readings.delete(reading)
        if (readings.size === 0) this.#readings.delete(id)
        this.#sync(id)
      },
    }
  }

  /** Stops following a resource that the person kept or removed. */
  forget(conversationId: string, attachmentId: string): void {
    const { follows } = this.#deps.stores
    const known = follows.list(conversationId).find((one) => one.attachmentId === attachmentId)
    if (!known) return
    follows.remove(conversationId, attachmentId)
    this.#sync(known.serverId)
    this.#notify(undefined)
  }

  #save(follow: ResourceFollow): void {
    this.#marked.delete(follow.serverId)
    this.#deps.stores.follows.save(follow)
    this.#notify(undefined)
  }

  #state(follow: ResourceFollow): FollowState['state'] {
    const { serverId, serverIdentity, uri, readAt, changedAt } = follow
    if (changedAt !== undefined) return { kind: 'changed', at: changedAt }
    const server = this.#server(serverId)
    const since =
      server?.identity === serverIdentity ? server.features.followed().get(uri) : undefined
    if (since === undefined) return { kind: 'unfollowed' }
    return since > readAt ? { kind: 'followed', since } : { kind: 'followed' }
  }

  /** Subscribes to what is followed and to nothing else: the latest ones, as many as there may be. */
  #sync(serverId: string): void {
    this.#marked.delete(serverId)
    const server = this.#server(serverId)
    if (!server) return
    const read = [...(this.#readings.get(serverId) ?? [])].map(({ uri }) => uri)
    const kept = this.#unchanged(server).map(({ uri }) => uri)
    server.features.follow([...new Set([...read, ...kept])].slice(0, FOLLOW_LIMITS.ofServer))
  }

  #updated(serverId: string, uri: string): void {
    const server = this.#server(serverId)
    if (!server) return
    const at = this.#deps.clock.now()
    for (const reading of this.#readings.get(serverId) ?? [])
      if (reading.uri === uri && reading.isRead) reading.changedAt ??= at
    if (this.#marked.get(serverId)?.has(uri)) return
    const changed = this.#unchanged(server).filter((one) => one.uri === uri)
    for (const follow of changed) this.#save({ ...follow, changedAt: at })
    // Nothing more is needed: its server may stop reporting changes of it.
    if (changed.length > 0) this.#sync(serverId)
    const marked = this.#marked.get(serverId) ?? new Set()
    this.#marked.set(serverId, marked.add(uri))
  }

  #unchanged({ config, identity }: ManagedServer): ResourceFollow[] {
    return this.#deps.stores.follows
      .unchanged(config.id, MAX_ROWS)
      .filter(({ serverIdentity }) => serverIdentity === identity)
  }

  #server(id: string): ManagedServer | undefined {
    return this.#deps.registry.all().find(({ config }) => config.id === id)
  }
}
