import {
  isForModels,
  type ConnectionEvent,
  type ConnectionFailure,
  type ConnectionState,
  type ConnectionStep,
  type GatehouseError,
  type ServerConfig,
  type ServerLists,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { Connection } from '../ports/index.ts'
import { createRestartPolicy, type RestartPolicy } from './restart-policy.ts'
import { listenWhile } from './connection-listener.ts'
import {
  isDoubtful,
  isSilent,
  isTransient,
  notRespondingFailure,
  respondsToPing,
} from './liveness.ts'
import type { StartGate, StartSlot } from './start-gate.ts'
import type { SignInPrompts } from '../server-requests/sign-in-prompt.ts'
import { identityDigest } from '../secrets/identity-digest.ts'
import { createServerJournal, type ServerJournal } from './server-journal.ts'
import { ServerCatalog } from './server-catalog.ts'
import type { ServerLibrary } from './server-library.ts'
import { forgetProtocol } from './negotiated-protocol.ts'
import { openServer, type OpenedServer } from './open-server.ts'
import {
  askedToWaitUntil,
  failureOf,
  notRunningError,
  serverRemovedError,
} from './start-failure.ts'
import { ConnectionWaiters, type WaitResult } from './connection-waiters.ts'
import { createObservedState, type ObservedState } from './observed-state.ts'

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'authorizations' | 'vault' | 'stores' | 'events' | 'clock' | 'timers' | 'digest'
> & { gate: StartGate; requestHandlers: ServerRequestHandlers; signIns: SignInPrompts }

/** `now`: a person or a call waits for it. `queued`: nobody does. */
export type StartPriority = 'now' | 'queued'

/** One configured server: its state machine, its connection while there is one, its tools. */
export class ManagedServer {
  readonly journal: ServerJournal
  #config: ServerConfig
  readonly #observed: ObservedState
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
  /** A start that was asked for while the server stopped or was changed. */
  #startsNext: StartPriority | null = null
  #isHeld = false
  #isRetired = false
  readonly #restarts: RestartPolicy = createRestartPolicy()
  readonly #waiters = new ConnectionWaiters()
  readonly #deps: Dependencies

  constructor(config: ServerConfig, deps: Dependencies) {
    this.#config = config
    this.#deps = deps
    this.#observed = createObservedState(config.id, deps, () => {
      deps.events.emit('server.changed', this.view())
      this.#waiters.notify()
    })
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
      toolCount: this.#catalog.tools?.filter(isForModels).length ?? null,
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
    const isBack = status === 'starting' || (status === 'failed' && 'retryAt' in this.#state)
    return this.#catalog.tools !== null && (isBack || onDemand)
  }

  /** Whether it was removed: nothing of it runs or starts any more. */
  get isRetired(): boolean {
    return this.#isRetired
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

  /**
   * Starts it; does nothing while it starts or once it is removed. What failed before counts no more.
   * The outcome arrives as events.
   */
  start(priority: StartPriority = 'now'): void {
    this.#restarts.reset()
    this.#deps.authorizations.allowAsking(this.#config.id)
    this.#begin(priority, true)
  }

  /** A start that is asked for meanwhile begins when the result is called, with the configuration of then. */
  hold(): () => void {
    this.#isHeld = true
    return () => {
      this.#isHeld = false
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const next = this.#startsNext
    if (next === null || this.#isHeld || this.#state.status === 'stopping') return
    this.#startsNext = null
    this.#begin(next, true)
  }

  #begin(priority: StartPriority, isFresh: boolean): void {
    if (this.#isRetired) return
    if (this.#isHeld || this.#state.status === 'stopping') {
      this.#startsNext = priority
      return
    }
    this.#cancelRetry()
    if (this.#attempt && !this.#attempt.signal.aborted) {
      if (priority === 'now') this.#slot?.skipQueue()
      return
    }
    const { signal } = (this.#attempt = new AbortController())
    const at = this.#deps.clock.now()
    this.#dispatch({ type: 'start-requested', at, ...(isFresh ? { isFresh } : {}) })
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
    this.#startsNext = null
    this.#dispatch({ type: 'stop-requested', at: this.#deps.clock.now() })
    this.#disconnect()
    this.#catalog.flush()
    await this.#settled
    if (this.#attempt) return
    this.#dispatch({ type: 'stopped' })
    this.#beginNext()
  }

  /** The open connection, started if need be. Rejects with `server/not-running` and the cause in words. */
  ready(signal: AbortSignal): Promise<Connection> {
    if (this.#isRetired) return Promise.reject(serverRemovedError(this.#config.name))
    if (this.#connection && !this.#isDoubtful()) return Promise.resolve(this.#connection)
    if (this.#connection) void this.probe()
    else if (this.#mustWait()) return Promise.reject(this.#notRunning())
    else this.#begin('now', false)
    return this.#next(true, signal)
  }

  /** The same for a server that runs or is being started, and no other. Rejects with `server/not-running`. */
  running(signal: AbortSignal): Promise<Connection> {
    const isUp = this.#connection !== null || this.#attempt !== null
    return isUp ? this.ready(signal) : Promise.reject(this.#notRunning())
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
    if (this.#probing || this.#startsNext !== null) return undefined
    if (this.#connection && status === 'ready') return { ready: this.#connection }
    if (this.#isRetired) return { error: serverRemovedError(name) }
    const isOver = status === 'failed' || status === 'stopped'
    return urgent && isOver ? { error: this.#notRunning() } : undefined
  }

  /** Whether the last response is so old that the server should be pinged before it is shown as healthy. */
  isSilent(now: number): boolean {
    return isSilent(this.#state, now)
  }

  #notRunning(): GatehouseError {
    return notRunningError(this.#config.name, this.#state, this.#deps.clock.now())
  }

  /** Whether the server asked not to be asked yet; a person may ask all the same. */
  #mustWait(): boolean {
    return askedToWaitUntil(this.#state) > this.#deps.clock.now()
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
      const { status } = this.#state
      if (status === 'failed' && isTransient(this.#state.failure) && !this.#mustWait())
        this.#begin('queued', false)
      return Promise.resolve()
    }
    this.#probing ??= this.#probe(connection, signal).finally(() => {
      this.#probing = null
      // Urgent callers do not wait for the pause before a retry.
      if (this.#state.status === 'failed' && this.#waiters.hasUrgent) this.#begin('now', false)
      this.#waiters.notify()
    })
    return this.#probing
  }

  async #probe(connection: Connection, signal: AbortSignal): Promise<void> {
    const { clock, timers } = this.#deps
    const onOverdue = (): void => this.#dispatch({ type: 'suspected', at: clock.now() })
    const alive = await respondsToPing(connection, { timers, onOverdue }, signal)
    // A server that works on a call may not respond to pings: the call has its own time limit.
    if (alive || signal.aborted || this.#isBusy()) return
    this.#disconnect()
    this.#fail(notRespondingFailure(this.#config.name))
  }

  #isDoubtful(): boolean {
    const isRemote = this.#config.transport.kind === 'http'
    return !this.#isBusy() && isDoubtful(this.#state, isRemote, this.#deps.clock.now())
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    const slot = this.#slot
    const onStep = (step: ConnectionStep): void => {
      // Nobody waits in line behind a person.
      if (step === 'sign-in') slot?.release()
      this.#dispatch({ type: 'step-reached', step })
    }
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
      this.#fail(failureOf(error, this.#config.name))
    }
  }

  #listenerFor(signal: AbortSignal) {
    return listenWhile(signal, {
      journal: this.journal,
      catalog: this.#catalog,
      dispatch: (event) => this.#dispatch(event),
      onToolsChanged: (tools) => this.#takeTools(tools),
      onElicitationComplete: (id) =>
        this.#deps.requestHandlers.elicitationComplete(this.#config.id, id),
      onRoundTrip: (ms) => this.#observed.roundTrip(ms),
      onDown: (failure) => {
        this.#disconnect()
        this.#fail(failure)
      },
    })
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

  #fail(cause: ConnectionFailure): void {
    const failure = this.journal.concealed(cause)
    const at = this.#deps.clock.now()
    const wasUp = this.#catalog.tools !== null
    const retryInMs = this.#restarts.nextDelay(cause, { wasUp, now: at })
    this.journal.log({ at, source: 'host', level: 'error', text: failure.message })
    const retryAt = retryInMs === null ? {} : { retryAt: at + retryInMs }
    this.#dispatch({ type: 'failed', at, failure, ...retryAt })
    if (retryInMs !== null)
      this.#cancelRetryTimer = this.#deps.timers.after(retryInMs, () =>
        this.#begin('queued', false),
      )
  }

  #dispatch(event: ConnectionEvent): void {
    this.#observed.dispatch(event)
  }

  get #state(): ConnectionState {
    return this.#observed.current
  }

  #takeTools(tools: Tool[]): void {
    this.#catalog.setTools(tools)
    this.#deps.events.emit('server.changed', this.view())
  }
}
