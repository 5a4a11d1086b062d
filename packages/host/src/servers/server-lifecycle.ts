import type { Emitter } from '@gatehouse/base'
import {
  type ConnectionEvent,
  type ConnectionFailure,
  type ConnectionInfo,
  type ConnectionState,
  type ConnectionStep,
  type Tool,
  initialConnectionState,
  reduceConnection,
} from '@gatehouse/domain'
import type { PlaceholderValue } from '@gatehouse/domain/launch'
import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { Connection, ConnectionListener } from '../ports/index.ts'
import { createRestartPolicy, type RestartPolicy } from './health/restart-policy.ts'
import type { FollowEvents } from './lists/follow-events.ts'
import type { StartLimiter, StartSlot } from './start/start-limiter.ts'
import type { SignInPrompts } from '../server-requests/sign-in-prompt.ts'
import type { ServerCatalog } from './lists/server-catalog.ts'
import { forgetProtocol } from './start/negotiated-protocol.ts'
import type { CurrentPlaceholders } from '../launch-review/launch-placeholders.ts'
import { openServer, type OpenedServer, type ServerToOpen } from './start/open-server.ts'
import { failureOf } from './start/start-failure.ts'
import type { ServerJournal } from './server-journal.ts'
import { throttle } from './health/throttle.ts'

/** Milliseconds between two `server.responded` events. */
const ROUND_TRIP_MS = 1000

export type LifecycleDependencies = Pick<
  HostDependencies,
  'connections' | 'authorizations' | 'vault' | 'stores' | 'events' | 'clock' | 'timers' | 'digest'
> & {
  startLimiter: StartLimiter
  requestHandlers: ServerRequestHandlers
  signIns: SignInPrompts
  placeholders: CurrentPlaceholders
  follows?: Pick<Emitter<FollowEvents>, 'emit'>
  /** Called before an opened connection is used. */
  onOpened: (serverId: string, info: ConnectionInfo) => void
}

/** The parts of a server that starts and connections change. */
interface Changes {
  catalog: ServerCatalog
  onStateChanged(): void
  onToolsChanged(tools: Tool[]): void
}

/** `now`: a person or a call waits for it. `queued`: no one does. */
export type StartPriority = 'now' | 'queued'

/** When one server starts, stops and is tried again: its state, and its connection while there is one. */
export class ServerLifecycle {
  readonly #server: ServerToOpen
  readonly #changes: Changes
  readonly #observed: LiveConnectionState
  #connection: Connection | null = null
  /** Not aborted while the server starts or its connection is open. */
  #attempt: AbortController | null = null
  /** Resolves when nothing of earlier starts runs. */
  #settled: Promise<void> = Promise.resolve()
  #cancelRetryTimer: (() => void) | null = null
  /** The slot of the present start. */
  #slot: StartSlot | null = null
  #isBusy: () => boolean = () => false
  #placeholders: readonly PlaceholderValue[] = []
  /** A start that was asked for while the server stopped or was changed. */
  #startsNext: StartPriority | null = null
  /** Who waits with its next start: two changes may overlap. */
  readonly #holds = new Set<symbol>()
  #isRetired = false
  readonly #restarts: RestartPolicy = createRestartPolicy()
  readonly #deps: LifecycleDependencies

  constructor(server: ServerToOpen, changes: Changes, deps: LifecycleDependencies) {
    this.#server = server
    this.#changes = changes
    this.#deps = deps
    this.#observed = createLiveConnectionState(server.config.id, deps, () =>
      changes.onStateChanged(),
    )
  }

  get state(): ConnectionState {
    return this.#observed.current
  }

  /** The open one. */
  get connection(): Connection | null {
    return this.#connection
  }

  /** Aborted when the present start or connection ends; `null` while there is neither. */
  get signal(): AbortSignal | null {
    return this.#attempt?.signal ?? null
  }

  /** The placeholder values of the running launch. */
  get placeholders(): readonly PlaceholderValue[] {
    return this.#connection ? this.#placeholders : []
  }

  /** True while calls run on the connection. */
  get isBusy(): boolean {
    return this.#isBusy()
  }

  /** True if a requested start could not begin yet. */
  get startsNext(): boolean {
    return this.#startsNext !== null
  }

  /** True if the server was removed: nothing of it runs or starts again. */
  get isRetired(): boolean {
    return this.#isRetired
  }

  /**
   * Starts it; does nothing while it starts or once it is removed. What failed before counts no more.
   * The outcome arrives as events.
   */
  start(priority: StartPriority = 'now'): void {
    this.#restarts.reset()
    this.#deps.authorizations.allowAsking(this.#server.config.id)
    this.#begin(priority, true)
  }

  /** Starts the server without a person asking for it: earlier failures still count. */
  ensureStarted(priority: StartPriority): void {
    this.#begin(priority, false)
  }

  /**
   * Holds starts back. A start that is requested during the hold begins when the returned function is called, with
   * the configuration of that time; with several holds, after the last.
   */
  hold(): () => void {
    const hold = Symbol('hold')
    this.#holds.add(hold)
    return () => {
      this.#holds.delete(hold)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const next = this.#startsNext
    if (next === null || this.#holds.size > 0 || this.state.status === 'stopping') return
    this.#startsNext = null
    this.#begin(next, true)
  }

  #begin(priority: StartPriority, isFresh: boolean): void {
    if (this.#isRetired) return
    if (this.#holds.size > 0 || this.state.status === 'stopping') {
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
    const slot = (this.#slot = this.#deps.startLimiter.request())
    if (priority === 'now') slot.skipQueue()
    if (slot.isWaiting()) this.#dispatch({ type: 'step-reached', step: 'queue' })
    signal.addEventListener('abort', () => slot.release(), { once: true })
    this.#settled = Promise.all([this.#settled, slot.granted])
      .then(() => (signal.aborted ? undefined : this.#open(signal)))
      .finally(() => slot.release())
  }

  /** Resolves when nothing of the server runs. */
  async stop(): Promise<void> {
    this.#restarts.reset()
    this.#startsNext = null
    this.#dispatch({ type: 'stop-requested', at: this.#deps.clock.now() })
    this.#disconnect()
    this.#changes.catalog.flush()
    await this.#settled
    if (this.#attempt) return
    this.#dispatch({ type: 'stopped' })
    this.#beginNext()
  }

  /** Stops it for good. */
  retire(): Promise<void> {
    this.#isRetired = true
    return this.stop()
  }

  /** Ends the start or connection that failed; it is tried again if that may help. */
  fail(cause: ConnectionFailure): void {
    this.#disconnect()
    this.#failed(cause)
  }

  /** An open connection is in doubt until the server responds. */
  suspect(): void {
    this.#dispatch({ type: 'suspected', at: this.#deps.clock.now() })
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    const slot = this.#slot
    const onStep = (step: ConnectionStep): void => {
      // No one waits in line behind a person.
      if (step === 'sign-in') slot?.release()
      this.#dispatch({ type: 'step-reached', step })
    }
    let opened: OpenedServer | null = null
    try {
      const progress = { onStep, listener: this.#listenerFor(signal) }
      opened = await openServer(this.#server, { ...this.#deps, ...progress }, signal)
      signal.throwIfAborted()
      this.#connection = opened.connection
      this.#isBusy = opened.isBusy
      this.#placeholders = opened.placeholders
      this.#deps.onOpened(this.#server.config.id, opened.connection.info)
      this.#changes.catalog.opened(opened.connection, opened.tools)
      this.#dispatch({ type: 'opened', at: clock.now(), info: opened.connection.info })
    } catch (error) {
      await opened?.connection.close()
      if (signal.aborted) return
      forgetProtocol(this.#server.config.id, this.#deps.stores)
      this.#attempt = null
      this.#connection = null
      this.#failed(failureOf(error, this.#server.config.name))
    }
  }

  #listenerFor(signal: AbortSignal) {
    const { catalog, onToolsChanged } = this.#changes
    return createConnectionListener(signal, {
      journal: this.#server.journal,
      catalog,
      dispatch: (event) => this.#dispatch(event),
      onToolsChanged,
      onElicitationComplete: (id) =>
        this.#deps.requestHandlers.elicitationComplete(this.#server.config.id, id),
      onRoundTrip: (ms) => this.#observed.roundTrip(ms),
      onDown: (failure) => this.fail(failure),
    })
  }

  /** Ends the present start or connection; `#settled` then waits for that too. */
  #disconnect(): void {
    this.#cancelRetry()
    this.#attempt?.abort()
    this.#attempt = null
    const ended = this.#connection
    this.#connection = null
    if (ended) this.#changes.catalog.closed()
    const settled = this.#settled
    this.#settled = Promise.all([settled, ended?.close() ?? settled]).then(() => undefined)
  }

  #cancelRetry(): void {
    this.#cancelRetryTimer?.()
    this.#cancelRetryTimer = null
  }

  /** Reports the failure and plans the next try. */
  #failed(cause: ConnectionFailure): void {
    const failure = this.#server.journal.masked(cause)
    const at = this.#deps.clock.now()
    const wasUp = this.#changes.catalog.tools !== null
    const retryInMs = this.#restarts.nextDelay(cause, { wasUp, now: at })
    this.#server.journal.log({ at, source: 'host', level: 'error', text: failure.message })
    const retryAt = retryInMs === null ? {} : { retryAt: at + retryInMs }
    this.#dispatch({ type: 'failed', at, failure, ...retryAt })
    const retry = (): void => this.#begin('queued', false)
    if (retryInMs !== null) this.#cancelRetryTimer = this.#deps.timers.after(retryInMs, retry)
  }

  #dispatch(event: ConnectionEvent): void {
    this.#server.journal.start.record(event, this.#deps.clock.now())
    this.#observed.dispatch(event)
  }
}

/** The parts that the events of a connection change. */
interface Listening {
  journal: ServerJournal
  catalog: ServerCatalog
  dispatch(event: ConnectionEvent): void
  onToolsChanged(tools: Tool[]): void
  onElicitationComplete(elicitationId: string): void
  onRoundTrip(ms: number): void
  onDown(failure: ConnectionFailure): void
}

/** Passes on the events of one connection until `signal` is aborted; what it sent is recorded even then. */
function createConnectionListener(signal: AbortSignal, to: Listening): ConnectionListener {
  const live = (task: () => void): void => {
    if (!signal.aborted) task()
  }
  return {
    onStep: (step) => live(() => to.dispatch({ type: 'step-reached', step })),
    onDownload: (progress) => live(() => to.dispatch({ type: 'downloading', progress })),
    onFrame: (frame) => to.journal.frame(frame),
    onLog: (line) => to.journal.log(line),
    onToolsChanged: (tools) => live(() => to.onToolsChanged(tools)),
    onListFresh: (list, ttlMs) => live(() => to.catalog.expireAfter(list, ttlMs)),
    onListChanged: (list) => live(() => to.catalog.invalidate(list)),
    onResourceUpdated: (uri, isGap) => live(() => to.catalog.resourceUpdated(uri, isGap)),
    onElicitationComplete: (id) => live(() => to.onElicitationComplete(id)),
    onRoundTrip: (ms) => live(() => to.onRoundTrip(ms)),
    onDown: (failure) => live(() => to.onDown(failure)),
  }
}

type RoundTrip = Extract<ConnectionEvent, { type: 'round-trip' }>

/** The state of one server's connection; every change is emitted. */
interface LiveConnectionState {
  readonly current: ConnectionState
  dispatch(event: ConnectionEvent): void
  /** A response came: emitted as a small event of its own, unless it changes how the server is shown. */
  roundTrip(ms: number): void
}

function createLiveConnectionState(
  serverId: string,
  { events, timers, clock }: Pick<HostDependencies, 'events' | 'timers' | 'clock'>,
  onChanged: () => void,
): LiveConnectionState {
  let state = initialConnectionState
  const emitRoundTrip = throttle<RoundTrip>(ROUND_TRIP_MS, timers, ({ at, ms }) =>
    events.emit('server.responded', { id: serverId, at, ms }),
  )

  function dispatch(event: ConnectionEvent): void {
    const next = reduceConnection(state, event)
    if (next === state) return
    state = next
    onChanged()
  }

  return {
    get current() {
      return state
    },
    dispatch,
    roundTrip(ms) {
      const event: RoundTrip = { type: 'round-trip', at: clock.now(), ms }
      if (state.status !== 'ready' || state.suspectSince !== undefined) return dispatch(event)
      state = reduceConnection(state, event)
      return emitRoundTrip(event)
    },
  }
}
