import {
  MAX_START_ATTEMPTS,
  initialConnectionState,
  reduceConnection,
  type ConnectionEvent,
  type ConnectionFailure,
  type ConnectionState,
  type ConnectionStep,
  type ServerConfig,
  type ServerLists,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { Connection, ConnectionListener } from '../ports/index.ts'
import { createRestartPolicy, type RestartPolicy } from './restart-policy.ts'
import { isTransient, notRespondingFailure, respondsToPing } from './liveness.ts'
import type { StartGate, StartSlot } from './start-gate.ts'
import { identityDigest } from '../secrets/identity-digest.ts'
import { createServerJournal, type ServerJournal } from './server-journal.ts'
import { ServerCatalog } from './server-catalog.ts'
import type { ServerLibrary } from './server-library.ts'
import { forgetProtocol } from './negotiated-protocol.ts'
import { openServer, type OpenedServer } from './open-server.ts'
import { failureOf, notRunningError, serverRemovedError } from './start-failure.ts'
import { ConnectionWaiters, type WaitResult } from './connection-waiters.ts'
import { throttle } from './throttle.ts'

/** Milliseconds without a response after which a connection is pinged before it is used. */
const SILENT_MS = 120_000
/** Milliseconds that the response to a ping may take before the connection is suspected. */
const SLOW_PING_MS = 1500

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'vault' | 'stores' | 'events' | 'clock' | 'timers' | 'digest'
> & { gate: StartGate; requestHandlers: ServerRequestHandlers }

/** `now`: a person or a call waits for it. `queued`: nobody does. */
export type StartPriority = 'now' | 'queued'

type RoundTrip = Extract<ConnectionEvent, { type: 'round-trip' }>

/** Milliseconds between two `server.answered` events. */
const ROUND_TRIP_MS = 1000

/** One configured server: its state machine, its connection while there is one, its tools. */
export class ManagedServer {
  readonly journal: ServerJournal
  #config: ServerConfig
  #state: ConnectionState = initialConnectionState
  #connection: Connection | null = null
  /** Not aborted while the server starts or its connection is open. */
  #attempt: AbortController | null = null
  /** Resolves when nothing of earlier starts runs any more. */
  #settled: Promise<void> = Promise.resolve()
  readonly #catalog: ServerCatalog
  #cancelRetryTimer: (() => void) | null = null
  /** The slot of the present start. */
  #slot: StartSlot | null = null
  #isBusy: () => boolean = () => false
  #probing: Promise<void> | null = null
  /** Nobody asked for the present start: it follows a crash, a sleep or a change of network. */
  #isRestart = false
  #isRetired = false
  readonly #restarts: RestartPolicy = createRestartPolicy()
  readonly #waiters = new ConnectionWaiters()
  readonly #emitRoundTrip: (roundTrip: RoundTrip) => void
  readonly #deps: Dependencies

  constructor(config: ServerConfig, deps: Dependencies) {
    this.#config = config
    this.#deps = deps
    this.#emitRoundTrip = throttle<RoundTrip>(ROUND_TRIP_MS, deps.timers, ({ at, ms }) =>
      deps.events.emit('server.answered', { id: config.id, at, ms }),
    )
    this.journal = createServerJournal(config.id, deps.events)
    this.#catalog = new ServerCatalog(config.id, (signal) => this.running(signal), deps)
  }

  /** Its prompts and resources; only a server that runs or starts can be read. */
  get library(): ServerLibrary {
    return this.#catalog.library
  }

  get config(): ServerConfig {
    return this.#config
  }

  view(): ServerView {
    return {
      config: this.#config,
      connection: this.#state,
      toolCount: this.#catalog.tools?.length ?? null,
      toolTokens: this.#catalog.toolTokens,
      problems: [],
    }
  }

  tools(): Tool[] {
    return this.#catalog.tools ?? []
  }

  /** Who it is; changes with everything that decides which program or address answers. */
  get identity(): string {
    return identityDigest(this.#config, this.#deps.digest)
  }

  /** Its other lists as they were when they were read last, for as long as they are read anew. */
  cachedLists(): ServerLists {
    return this.#catalog.cachedLists()
  }

  /** True when its tools may be offered to a model now; it is started by the first call if need be. */
  isOffered(): boolean {
    const { status } = this.#state
    if (status === 'ready') return true
    const onDemand = status === 'stopped' && this.#config.start === 'demand'
    return this.#catalog.tools !== null && (status === 'starting' || onDemand)
  }

  /** Notifies the open connection that its roots changed. */
  rootsChanged(): void {
    void this.#connection?.rootsChanged()
  }

  /** Takes a changed configuration; the next start uses it. Another server's tools are forgotten. */
  configure(config: ServerConfig): void {
    const { identity } = this
    this.#config = config
    if (this.identity !== identity) {
      this.#catalog.clear()
    }
    this.#deps.events.emit('server.changed', this.view())
  }

  /** Takes what changes no launch; a running server goes on with it. */
  adjust(config: ServerConfig): void {
    const before = this.#config.logLevel
    this.configure(config)
    if (config.logLevel !== before) void this.#connection?.sendLogLevel()
  }

  /** Starts it; does nothing while it starts. The outcome arrives as events. */
  start(priority: StartPriority = 'now'): void {
    this.#cancelRetry()
    if (priority === 'now') this.#isRestart = false
    if (this.#attempt && !this.#attempt.signal.aborted) {
      if (priority === 'now') this.#slot?.skipQueue()
      return
    }
    const { signal } = (this.#attempt = new AbortController())
    this.#dispatch({ type: 'start-requested', at: this.#deps.clock.now() })
    const slot = (this.#slot = this.#deps.gate.request())
    if (priority === 'now') slot.skipQueue()
    if (slot.isWaiting()) this.#dispatch({ type: 'step-reached', step: 'queue' })
    signal.addEventListener('abort', () => slot.release(), { once: true })
    this.#settled = Promise.all([this.#settled, slot.granted])
      .then(() => (signal.aborted ? undefined : this.#open(signal)))
      .finally(() => slot.release())
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#restarts.reset()
    this.#dispatch({ type: 'stop-requested', at: this.#deps.clock.now() })
    this.#disconnect()
    this.#catalog.flush()
    await this.#settled
    if (!this.#attempt) this.#dispatch({ type: 'stopped' })
  }

  /** The open connection, started if need be. Rejects with `server/not-running` and the cause in words. */
  ready(signal: AbortSignal): Promise<Connection> {
    if (this.#connection && !this.#isDoubtful()) return Promise.resolve(this.#connection)
    if (this.#connection) void this.probe()
    else this.start()
    return this.#next(true, signal)
  }

  /** The same for a server that runs or is being started, and no other. Rejects with `server/not-running`. */
  running(signal: AbortSignal): Promise<Connection> {
    const isUp = this.#connection !== null || this.#attempt !== null
    return isUp
      ? this.ready(signal)
      : Promise.reject(notRunningError(this.#config.name, this.#state))
  }

  /** The next open connection, for which nothing is started. Rejects with `server/not-found` once it is removed. */
  opened(signal: AbortSignal): Promise<Connection> {
    return this.#next(false, signal)
  }

  /** Stops it for good. */
  retire(): Promise<void> {
    this.#isRetired = true
    return this.stop()
  }

  #next(urgent: boolean, signal: AbortSignal): Promise<Connection> {
    return this.#waiters.wait(() => this.#waitResult(urgent), { urgent }, signal)
  }

  #waitResult(urgent: boolean): WaitResult<Connection> {
    const { name } = this.#config
    const { status } = this.#state
    if (this.#probing) return undefined
    if (this.#connection && status === 'ready') return { ready: this.#connection }
    if (this.#isRetired) return { error: serverRemovedError(name) }
    const isOver = status === 'failed' || status === 'stopped'
    return urgent && isOver ? { error: notRunningError(name, this.#state) } : undefined
  }

  /** Whether the last response is so old that the server should be pinged before it is shown as healthy. */
  isSilent(now: number): boolean {
    return this.#state.status === 'ready' && now - this.#state.lastRoundTripAt > SILENT_MS
  }

  /** The computer slept or the network changed. Returns whether it should be probed. */
  suspect(): boolean {
    if (this.#state.status === 'failed') return isTransient(this.#state.failure)
    this.#dispatch({ type: 'suspected', at: this.#deps.clock.now() })
    return this.#state.status === 'ready'
  }

  /**
   * Pings the open connection; without a response it is closed and opened again. So is one that failed
   * for a transient cause. Never rejects.
   */
  probe(): Promise<void> {
    const connection = this.#connection
    const signal = this.#attempt?.signal
    if (!connection || !signal) {
      if (this.#state.status === 'failed' && isTransient(this.#state.failure)) this.#startAgain()
      return Promise.resolve()
    }
    this.#probing ??= this.#probe(connection, signal).finally(() => {
      this.#probing = null
      // Urgent callers do not wait for the pause before a retry.
      if (this.#state.status === 'failed' && this.#waiters.hasUrgent) this.start()
      this.#waiters.notify()
    })
    return this.#probing
  }

  async #probe(connection: Connection, signal: AbortSignal): Promise<void> {
    const { clock, timers } = this.#deps
    const overdue = timers.after(SLOW_PING_MS, () => {
      if (!signal.aborted) this.#dispatch({ type: 'suspected', at: clock.now() })
    })
    const alive = await respondsToPing(connection, timers, signal)
    overdue()
    // A server that works on a call may not respond to pings: the call has its own time limit.
    if (alive || signal.aborted || this.#isBusy()) return
    this.#disconnect()
    this.#fail(notRespondingFailure(this.#config.name), this.#restarts.nextDelay(clock.now()))
  }

  #isDoubtful(): boolean {
    const state = this.#state
    if (state.status !== 'ready' || this.#isBusy()) return false
    const isRemote = this.#config.transport.kind === 'http'
    return state.suspectSince !== undefined || (isRemote && this.isSilent(this.#deps.clock.now()))
  }

  #startAgain(): void {
    this.#isRestart = true
    this.start('queued')
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    const onStep = (step: ConnectionStep): void => this.#dispatch({ type: 'step-reached', step })
    let opened: OpenedServer | null = null
    try {
      const progress = { onStep, listener: this.#listenerFor(signal) }
      opened = await openServer(this, { ...this.#deps, ...progress }, signal)
      signal.throwIfAborted()
      this.#connection = opened.connection
      this.#isBusy = opened.isBusy
      this.#catalog.opened(opened.connection, opened.tools)
      this.#dispatch({ type: 'opened', at: clock.now(), info: opened.connection.info })
    } catch (error) {
      await opened?.connection.close()
      if (signal.aborted) return
      forgetProtocol(this.#config.id, this.#deps.stores)
      this.#attempt = null
      this.#connection = null
      const failure = failureOf(error, this.#config.name)
      const state = this.#state
      const mayTry = state.status !== 'starting' || state.attempt < MAX_START_ATTEMPTS
      const again = this.#isRestart && mayTry && isTransient(failure)
      this.#fail(failure, again ? this.#restarts.nextDelay(clock.now()) : null)
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
      onListFresh: (list, ttlMs) => live(() => this.#catalog.expireAfter(list, ttlMs)),
      onListChanged: (list) => live(() => this.#catalog.invalidate(list)),
      onResourceUpdated: (uri) => live(() => this.#catalog.resourceUpdated(uri)),
      onElicitationComplete: (id) =>
        live(() => this.#deps.requestHandlers.elicitationComplete(this.#config.id, id)),
      onRoundTrip: (ms) =>
        live(() => this.#onRoundTrip({ type: 'round-trip', at: clock.now(), ms })),
      onDown: (failure) =>
        live(() => {
          this.#disconnect()
          this.#fail(failure, this.#restarts.nextDelay(clock.now()))
        }),
    }
  }

  /** Ends the present start or connection; `#settled` then waits for that too. */
  #disconnect(): void {
    this.#cancelRetry()
    this.#attempt?.abort()
    this.#attempt = null
    const ended = this.#connection
    this.#connection = null
    const settled = this.#settled
    this.#settled = Promise.all([settled, ended?.close() ?? settled]).then(() => undefined)
  }

  #cancelRetry(): void {
    this.#cancelRetryTimer?.()
    this.#cancelRetryTimer = null
  }

  #fail(cause: ConnectionFailure, retryInMs: number | null): void {
    const failure = this.journal.concealed(cause)
    const at = this.#deps.clock.now()
    this.journal.log({ at, source: 'host', level: 'error', text: failure.message })
    const retryAt = retryInMs === null ? {} : { retryAt: at + retryInMs }
    this.#dispatch({ type: 'failed', at, failure, ...retryAt })
    if (retryInMs !== null)
      this.#cancelRetryTimer = this.#deps.timers.after(retryInMs, () => this.#startAgain())
  }

  #onRoundTrip(roundTrip: RoundTrip): void {
    const state = this.#state
    if (state.status !== 'ready' || state.suspectSince !== undefined)
      return this.#dispatch(roundTrip)
    this.#state = reduceConnection(state, roundTrip)
    return this.#emitRoundTrip(roundTrip)
  }

  #dispatch(event: ConnectionEvent): void {
    const next = reduceConnection(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    this.#deps.events.emit('server.changed', this.view())
    this.#waiters.notify()
  }

  #takeTools(tools: Tool[]): void {
    this.#catalog.setTools(tools)
    this.#deps.events.emit('server.changed', this.view())
  }
}
