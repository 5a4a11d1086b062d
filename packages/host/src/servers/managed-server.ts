import {
  canonicalJson,
  isVisibleToModel,
  type GatehouseError,
  type ServerConfig,
  type ServerLists,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import { placeholdersOf } from '@gatehouse/domain/launch'
import type { Connection } from '../ports/index.ts'
import { serverIdentityDigest } from '../secrets/server-identity-digest.ts'
import { ConnectionWaiters, type WaitResult } from './connection-waiters.ts'
import { ServerCatalog } from './lists/server-catalog.ts'
import { ServerHealth } from './health/server-health.ts'
import { createServerJournal, type ServerJournal } from './server-journal.ts'
import type { ServerFeatureCache } from './lists/server-feature-cache.ts'
import { ServerLifecycle, type LifecycleDependencies } from './server-lifecycle.ts'
import { isBackingOff, notRunningError, serverRemovedError } from './start/start-failure.ts'

/**
 * One configured server as others use it: its identity, its features, its connection for a call. Its `lifecycle`
 * starts and stops it, its `health` finds whether it still responds.
 */
export class ManagedServer {
  readonly lifecycle: ServerLifecycle
  readonly health: ServerHealth
  readonly journal: ServerJournal
  #config: ServerConfig
  #shownPlaceholders = '{}'
  #wantsRoots = false
  readonly #catalog: ServerCatalog
  readonly #waiters = new ConnectionWaiters()
  readonly #deps: LifecycleDependencies

  constructor(config: ServerConfig, deps: LifecycleDependencies) {
    this.#config = config
    this.#deps = deps
    this.journal = createServerJournal(config.id, deps.events)
    this.#catalog = new ServerCatalog(config.id, (signal) => this.running(signal), deps)
    const changes = {
      catalog: this.#catalog,
      onStateChanged: () => {
        this.#emitChanged()
        this.#waiters.notify()
      },
      onToolsChanged: (tools: Tool[]) => {
        this.#catalog.setTools(tools)
        this.#emitChanged()
      },
    }
    this.lifecycle = new ServerLifecycle(this, changes, deps)
    const { clock, timers } = deps
    const health = { lifecycle: this.lifecycle, waiters: this.#waiters, clock, timers }
    this.health = new ServerHealth(this, health)
  }

  /** Its prompts and resources; only a server that runs or starts can be read. */
  get features(): ServerFeatureCache {
    return this.#catalog.features
  }

  get config(): ServerConfig {
    return this.#config
  }

  view(): ServerView {
    return {
      config: this.#config,
      connection: this.lifecycle.state,
      toolCount: this.#catalog.tools?.filter(isVisibleToModel).length ?? null,
      toolTokens: this.#catalog.toolTokens,
      problems: [],
      ...(this.#wantsRoots ? { wantsRoots: true } : {}),
      ...this.#placeholders(),
    }
  }

  /** Called when placeholders of its launch may have other values now. */
  placeholdersChanged(): void {
    if (canonicalJson(this.#placeholders()) !== this.#shownPlaceholders) this.#emitChanged()
  }

  #placeholders(): Pick<ServerView, 'placeholders'> {
    const now = placeholdersOf(this.#config.transport, this.#deps.placeholders)
    if (now.length === 0) return {}
    const values = this.lifecycle.placeholders
    const placeholders = now.map((one) => {
      const running = values.find(({ name }) => name === one.name)?.value
      return running === undefined ? one : { ...one, running }
    })
    return { placeholders }
  }

  tools(): Tool[] {
    return this.#catalog.tools ?? []
  }

  /** Its identity; changes with everything that decides which program or address responds. */
  get identity(): string {
    return serverIdentityDigest(this.#config, this.#deps.digest)
  }

  /** Its other lists as they were when they were read last, for as long as they are read again. */
  cachedLists(): ServerLists {
    return this.#catalog.cachedLists()
  }

  /** True when its tools may be offered to a model now; it is started by the first call if need be. */
  isOffered(): boolean {
    const { state } = this.lifecycle
    const { status } = state
    if (status === 'ready') return true
    const onDemand = status === 'stopped' && this.#config.start === 'demand'
    const isBack = status === 'starting' || (status === 'failed' && 'retryAt' in state)
    return this.#catalog.tools !== null && (isBack || onDemand)
  }

  /** Notes that it asked for roots, and was given so many. */
  recordRoots(count: number): void {
    if (this.#wantsRoots === (count === 0)) return
    this.#wantsRoots = count === 0
    this.#emitChanged()
  }

  /** Notifies the open connection that its roots changed. */
  rootsChanged(): void {
    void this.lifecycle.connection?.rootsChanged()
  }

  /** Takes a changed configuration; the next start uses it. Another server's tools are forgotten. */
  configure(config: ServerConfig): void {
    const { identity } = this
    this.#config = config
    if (this.identity !== identity) {
      this.#catalog.clear()
    }
    this.#emitChanged()
  }

  /** Takes what changes no launch; a running server continues with it. */
  adjust(config: ServerConfig): void {
    const before = this.#config.logLevel
    this.configure(config)
    if (config.logLevel !== before) void this.lifecycle.connection?.sendLogLevel()
  }

  /** The open connection, started if need be. Rejects with `server/not-running` and the cause in words. */
  ready(signal: AbortSignal): Promise<Connection> {
    const { isRetired, connection, state } = this.lifecycle
    if (isRetired) return Promise.reject(serverRemovedError(this.#config.name))
    if (connection && !this.health.isSuspect()) return Promise.resolve(connection)
    if (connection) void this.health.probe()
    else if (isBackingOff(state, this.#deps.clock.now())) return Promise.reject(this.#notRunning())
    else this.lifecycle.ensureStarted('now')
    return this.#next(true, signal)
  }

  /** The connection of a server that runs or is being started. Rejects with `server/not-running` for others. */
  running(signal: AbortSignal): Promise<Connection> {
    const isUp = this.lifecycle.signal !== null
    return isUp ? this.ready(signal) : Promise.reject(this.#notRunning())
  }

  /** The next open connection, for which nothing is started. Rejects with `server/not-found` once it is removed. */
  opened(signal: AbortSignal): Promise<Connection> {
    return this.#next(false, signal)
  }

  #next(urgent: boolean, signal: AbortSignal): Promise<Connection> {
    return this.#waiters.wait(() => this.#waitResult(urgent), { urgent }, signal)
  }

  #waitResult(urgent: boolean): WaitResult<Connection> {
    const { connection, isRetired, startsNext, state } = this.lifecycle
    const { status } = state
    if (this.health.isProbing || startsNext) return undefined
    if (connection && status === 'ready') return { ready: connection }
    if (isRetired) return { error: serverRemovedError(this.#config.name) }
    const isOver = status === 'failed' || status === 'stopped'
    return urgent && isOver ? { error: this.#notRunning() } : undefined
  }

  #notRunning(): GatehouseError {
    return notRunningError(this.#config.name, this.lifecycle.state, this.#deps.clock.now())
  }

  #emitChanged(): void {
    this.#shownPlaceholders = canonicalJson(this.#placeholders())
    this.#deps.events.emit('server.changed', this.view())
  }
}
