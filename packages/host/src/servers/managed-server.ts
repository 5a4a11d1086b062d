import {
  GatehouseError,
  estimateTokens,
  initialConnectionState,
  reduceConnection,
  type ConnectionEvent,
  type ConnectionFailure,
  type ConnectionState,
  type ServerConfig,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { Connection, ConnectionListener } from '../ports/index.ts'
import { noClientFeatures, refuseRequests } from './client-features.ts'
import { createRestartPolicy, type RestartPolicy } from './restart-policy.ts'
import { createServerJournal, type ServerJournal } from './server-journal.ts'
import { ServerLibrary } from './server-library.ts'
import { resolveTransport } from './server-secrets.ts'
import { failureOf } from './start-failure.ts'

const START_TIMEOUT_MS = 60_000

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'vault' | 'stores' | 'events' | 'clock' | 'timers'
>

/** One configured server: its state machine, its connection while there is one, its tools. */
export class ManagedServer {
  readonly journal: ServerJournal
  /** Its prompts and resources; reading them starts it if need be. */
  readonly library: ServerLibrary
  #config: ServerConfig
  #state: ConnectionState = initialConnectionState
  #connection: Connection | null = null
  /** Not aborted while a start is under way or its connection is open. */
  #attempt: AbortController | null = null
  /** Resolves when nothing of earlier starts runs any more. */
  #settled: Promise<void> = Promise.resolve()
  #tools: Tool[] | null
  #toolTokens: number | null
  #cancelRetry: (() => void) | null = null
  readonly #restarts: RestartPolicy = createRestartPolicy()
  readonly #watchers = new Set<() => void>()
  readonly #deps: Dependencies

  constructor(config: ServerConfig, deps: Dependencies) {
    this.#config = config
    this.#deps = deps
    this.#tools = deps.stores.servers.cachedTools(config.id)
    this.#toolTokens = this.#tools && countTokens(this.#tools)
    this.journal = createServerJournal(config.id, deps.events)
    this.library = new ServerLibrary(() => this.ready(new AbortController().signal))
  }

  get config(): ServerConfig {
    return this.#config
  }

  view(): ServerView {
    return {
      config: this.#config,
      connection: this.#state,
      toolCount: this.#tools?.length ?? null,
      toolTokens: this.#toolTokens,
      problems: [],
    }
  }

  tools(): Tool[] {
    return this.#tools ?? []
  }

  /** True when its tools may be offered to a model now; it is started by the first call if need be. */
  isOffered(): boolean {
    const { status } = this.#state
    if (status === 'ready') return true
    const onDemand = status === 'stopped' && this.#config.start === 'demand'
    return this.#tools !== null && (status === 'starting' || onDemand)
  }

  /** Takes a changed configuration; the next start uses it. */
  configure(config: ServerConfig): void {
    this.#config = config
    this.#deps.events.emit('server.changed', this.view())
  }

  /** Begins a start; does nothing when one is under way. Outcomes are told by events. */
  start(): void {
    this.#dropRetry()
    if (this.#attempt && !this.#attempt.signal.aborted) return
    const { signal } = (this.#attempt = new AbortController())
    this.#dispatch({ type: 'start-requested', at: this.#deps.clock.now() })
    this.#settled = this.#settled.then(() => (signal.aborted ? undefined : this.#open(signal)))
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#restarts.reset()
    this.#dispatch({ type: 'stop-requested', at: this.#deps.clock.now() })
    this.#letGo()
    await this.#settled
    if (!this.#attempt) this.#dispatch({ type: 'stopped' })
  }

  /** The open connection, started if need be. Rejects with `server/not-running` and the cause in words. */
  ready(signal: AbortSignal): Promise<Connection> {
    if (this.#connection) return Promise.resolve(this.#connection)
    this.start()
    return new Promise((resolve, reject) => {
      const finish = (task: () => void): void => {
        this.#watchers.delete(check)
        signal.removeEventListener('abort', onAbort)
        task()
      }
      const onAbort = (): void =>
        finish(() => reject(new GatehouseError('call/cancelled', 'The call was cancelled.')))
      const check = (): void => {
        const connection = this.#connection
        const { status } = this.#state
        if (connection && status === 'ready') finish(() => resolve(connection))
        else if (status === 'failed' || status === 'stopped')
          finish(() => reject(notRunning(this.#config.name, this.#state)))
      }
      this.#watchers.add(check)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
    })
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { id, name, protocol, requestTimeoutMs } = this.#config
    let opened: Connection | null = null
    try {
      const transport = await resolveTransport(this.#config.transport, this.#deps.vault)
      const listener = this.#listenerFor(signal)
      opened = await this.#deps.connections.open(
        {
          serverId: id,
          serverName: name,
          transport,
          protocol,
          requestTimeoutMs,
          startTimeoutMs: START_TIMEOUT_MS,
          listener,
          clientFeatures: noClientFeatures,
          onRequest: refuseRequests,
        },
        signal,
      )
      this.#dispatch({ type: 'step-reached', step: 'list' })
      const list = opened.info.capabilities['tools'] ? await opened.listTools(signal) : []
      signal.throwIfAborted()
      this.#connection = opened
      this.#takeTools(list)
      this.#dropList('prompts')
      this.#dropList('resources')
      this.#dispatch({ type: 'opened', at: this.#deps.clock.now(), info: opened.info })
    } catch (error) {
      await opened?.close()
      if (signal.aborted) return
      this.#attempt = null
      this.#connection = null
      this.#fail(failureOf(error, name), null)
    }
  }

  #listenerFor(signal: AbortSignal): ConnectionListener {
    const live = (task: () => void): void => {
      if (!signal.aborted) task()
    }
    const { clock } = this.#deps
    return {
      onStep: (step) => live(() => this.#dispatch({ type: 'step-reached', step })),
      onFrame: (frame) => this.journal.frame(frame),
      onLog: (line) => this.journal.log(line),
      onToolsChanged: (list) => live(() => this.#takeTools(list)),
      onListChanged: (list) => live(() => this.#dropList(list)),
      onResourceUpdated: (uri) =>
        live(() => this.#deps.events.emit('server.resource-updated', { id: this.#config.id, uri })),
      onRoundTrip: (ms) => live(() => this.#dispatch({ type: 'round-trip', at: clock.now(), ms })),
      onDown: (failure) =>
        live(() => {
          this.#letGo()
          this.#fail(failure, this.#restarts.nextDelay(clock.now()))
        }),
    }
  }

  /** Ends the present attempt or connection; `#settled` then waits for its end too. */
  #letGo(): void {
    this.#dropRetry()
    this.#attempt?.abort()
    this.#attempt = null
    const ended = this.#connection
    this.#connection = null
    const settled = this.#settled
    this.#settled = Promise.all([settled, ended?.close() ?? settled]).then(() => undefined)
  }

  #dropRetry(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  #fail(failure: ConnectionFailure, retryInMs: number | null): void {
    const at = this.#deps.clock.now()
    this.journal.log({ at, source: 'host', level: 'error', text: failure.message })
    const retryAt = retryInMs === null ? {} : { retryAt: at + retryInMs }
    this.#dispatch({ type: 'failed', at, failure, ...retryAt })
    if (retryInMs !== null)
      this.#cancelRetry = this.#deps.timers.after(retryInMs, () => this.start())
  }

  #dispatch(event: ConnectionEvent): void {
    const next = reduceConnection(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    this.#deps.events.emit('server.changed', this.view())
    for (const watcher of this.#watchers) watcher()
  }

  #dropList(list: 'prompts' | 'resources'): void {
    this.library.drop(list)
    this.#deps.events.emit('server.list-changed', { id: this.#config.id, list })
  }

  #takeTools(list: Tool[]): void {
    this.#tools = list
    this.#toolTokens = countTokens(list)
    const { id } = this.#config
    this.#deps.stores.servers.cacheTools(id, list)
    this.#deps.events.emit('server.tools-changed', { id })
    this.#deps.events.emit('server.changed', this.view())
  }
}

function countTokens(tools: Tool[]): number {
  return tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0)
}

function notRunning(name: string, state: ConnectionState): GatehouseError {
  const cause =
    state.status === 'failed' ? state.failure.message : `${name} was stopped before it was ready.`
  return new GatehouseError('server/not-running', cause)
}
