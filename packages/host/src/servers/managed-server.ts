import {
  MAX_START_ATTEMPTS,
  initialConnectionState,
  reduceConnection,
  type ConnectionEvent,
  type ConnectionFailure,
  type ConnectionState,
  type ServerConfig,
  type ServerLists,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import type { ServerDesk } from '../asks/server-request-handlers.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { Connection, ConnectionListener } from '../ports/index.ts'
import { createRestartPolicy, type RestartPolicy } from './restart-policy.ts'
import { givesSignOfLife, mayPass, silentFailure } from './sign-of-life.ts'
import type { StartGate, StartTurn } from './start-gate.ts'
import { identityDigest } from './identity-digest.ts'
import { clearWords, maskConnection, maskListener, maskRequests } from './masked-connection.ts'
import { confidencesOf, createSecretMask } from './secret-mask.ts'
import { createServerJournal, type ServerJournal } from './server-journal.ts'
import { ServerLibrary } from './server-library.ts'
import { withLiveLimits } from './server-limits.ts'
import { resolveTransport } from './server-secrets.ts'
import { forgetProtocol, rememberProtocol, startOptions } from './negotiated-protocol.ts'
import { failureOf, notRunning, removed } from './start-failure.ts'
import { ToolShelf } from './tool-cache.ts'
import { WaitingLine, type Outlook } from './connection-waiters.ts'
import { watchCalls } from './watch-calls.ts'
import { paceAnswers, type Answered, type Pace } from './throttle.ts'

const START_TIMEOUT_MS = 60_000
/** Milliseconds without an answer after which a connection is asked before it is trusted. */
const SILENT_MS = 120_000
/** Milliseconds that an answer to a probe may take before the connection is doubted. */
const PROMPT_MS = 1500

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'vault' | 'stores' | 'events' | 'clock' | 'timers' | 'digest'
> & { gate: StartGate; desk: ServerDesk }

/** `now`: a person or a call waits for it. `in-turn`: nobody does. */
export type StartHaste = 'now' | 'in-turn'

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
  readonly #shelf: ToolShelf
  #cancelRetry: (() => void) | null = null
  /** The present start's place among those of all servers. */
  #turn: StartTurn | null = null
  #isBusy: () => boolean = () => false
  #probing: Promise<void> | null = null
  /** The present start was asked for by nobody: it follows an end, a sleep or a change of network. */
  #isRestart = false
  #isRetired = false
  readonly #restarts: RestartPolicy = createRestartPolicy()
  /** Whoever waits for its connection. */
  readonly #line = new WaitingLine()
  readonly #tellAnswered: Pace<Answered>
  readonly #deps: Dependencies

  constructor(config: ServerConfig, deps: Dependencies) {
    this.#config = config
    this.#deps = deps
    this.#shelf = new ToolShelf(config.id, deps.stores.servers, deps.timers)
    this.#tellAnswered = paceAnswers(config.id, deps)
    this.journal = createServerJournal(config.id, deps.events)
    this.library = new ServerLibrary((signal) => this.running(signal), {
      onWatched: (uris) => deps.events.emit('server.watches-changed', { id: config.id, uris }),
      keep: (name, list) => deps.stores.servers.cacheList(config.id, name, list),
      now: () => deps.clock.now(),
    })
  }

  get config(): ServerConfig {
    return this.#config
  }

  view(): ServerView {
    return {
      config: this.#config,
      connection: this.#state,
      toolCount: this.#shelf.tools?.length ?? null,
      toolTokens: this.#shelf.tokens,
      problems: [],
    }
  }

  tools(): Tool[] {
    return this.#shelf.tools ?? []
  }

  /** Who it is; changes with everything that decides which program or address answers. */
  get identity(): string {
    return identityDigest(this.#config, this.#deps.digest)
  }

  /** Its other lists as they were when they were read last, for as long as they are read anew. */
  cachedLists(): ServerLists {
    return this.#deps.stores.servers.cachedLists(this.#config.id)
  }

  /** True when its tools may be offered to a model now; it is started by the first call if need be. */
  isOffered(): boolean {
    const { status } = this.#state
    if (status === 'ready') return true
    const onDemand = status === 'stopped' && this.#config.start === 'demand'
    return this.#shelf.tools !== null && (status === 'starting' || onDemand)
  }

  /** Tells the open connection that other folders may be seen now. */
  rootsChanged(): void {
    void this.#connection?.rootsChanged()
  }

  /** Takes a changed configuration; the next start uses it. Another server's tools are forgotten. */
  configure(config: ServerConfig): void {
    const { identity } = this
    this.#config = config
    if (this.identity !== identity) {
      this.#shelf.clear()
      this.#dropList('prompts')
      this.#dropList('resources')
    }
    this.#deps.events.emit('server.changed', this.view())
  }

  /** Takes what changes no launch; a running server goes on with it. */
  adjust(config: ServerConfig): void {
    const told = this.#config.logLevel
    this.configure(config)
    if (config.logLevel !== told) void this.#connection?.tellLogLevel()
  }

  /** Begins a start; does nothing when one is under way. Outcomes are told by events. */
  start(haste: StartHaste = 'now'): void {
    this.#dropRetry()
    if (haste === 'now') this.#isRestart = false
    if (this.#attempt && !this.#attempt.signal.aborted) {
      if (haste === 'now') this.#turn?.hurry()
      return
    }
    const { signal } = (this.#attempt = new AbortController())
    this.#dispatch({ type: 'start-requested', at: this.#deps.clock.now() })
    const turn = (this.#turn = this.#deps.gate.queue())
    if (haste === 'now') turn.hurry()
    if (turn.waits()) this.#dispatch({ type: 'step-reached', step: 'queue' })
    signal.addEventListener('abort', () => turn.leave(), { once: true })
    this.#settled = Promise.all([this.#settled, turn.come])
      .then(() => (signal.aborted ? undefined : this.#open(signal)))
      .finally(() => turn.leave())
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#restarts.reset()
    this.#dispatch({ type: 'stop-requested', at: this.#deps.clock.now() })
    this.#letGo()
    this.#shelf.flush()
    await this.#settled
    if (!this.#attempt) this.#dispatch({ type: 'stopped' })
  }

  /** The open connection, started if need be. Rejects with `server/not-running` and the cause in words. */
  ready(signal: AbortSignal): Promise<Connection> {
    if (this.#connection && !this.#isDoubtful()) return Promise.resolve(this.#connection)
    if (this.#connection) void this.probe()
    else this.start()
    return this.#next(false, signal)
  }

  /** The same for a server that runs or is being started, and no other. Rejects with `server/not-running`. */
  running(signal: AbortSignal): Promise<Connection> {
    const isUp = this.#connection !== null || this.#attempt !== null
    return isUp ? this.ready(signal) : Promise.reject(notRunning(this.#config.name, this.#state))
  }

  /** The next open connection, for which nothing is started. Rejects with `server/not-found` once it is removed. */
  opened(signal: AbortSignal): Promise<Connection> {
    return this.#next(true, signal)
  }

  /** Stops it for good. */
  retire(): Promise<void> {
    this.#isRetired = true
    return this.stop()
  }

  #next(patient: boolean, signal: AbortSignal): Promise<Connection> {
    return this.#line.wait(() => this.#outlook(patient), { patient }, signal)
  }

  #outlook(patient: boolean): Outlook<Connection> {
    const { name } = this.#config
    const { status } = this.#state
    if (this.#probing) return undefined
    if (this.#connection && status === 'ready') return { ready: this.#connection }
    if (this.#isRetired) return { error: removed(name) }
    const isOver = status === 'failed' || status === 'stopped'
    return !patient && isOver ? { error: notRunning(name, this.#state) } : undefined
  }

  /** Whether nothing was heard for so long that it should be asked before it is shown as healthy. */
  isSilent(now: number): boolean {
    return this.#state.status === 'ready' && now - this.#state.lastRoundTripAt > SILENT_MS
  }

  /** The computer slept or the network changed. Returns whether a probe can tell what that did. */
  doubt(): boolean {
    if (this.#state.status === 'failed') return mayPass(this.#state.failure)
    this.#dispatch({ type: 'suspected', at: this.#deps.clock.now() })
    return this.#state.status === 'ready'
  }

  /**
   * Asks the open connection for a sign of life; without one it is ended and opened anew. One that
   * failed for a passing cause is opened again. Never rejects.
   */
  probe(): Promise<void> {
    const connection = this.#connection
    const signal = this.#attempt?.signal
    if (!connection || !signal) {
      if (this.#state.status === 'failed' && mayPass(this.#state.failure)) this.#startAgain()
      return Promise.resolve()
    }
    this.#probing ??= this.#probe(connection, signal).finally(() => {
      this.#probing = null
      // Whoever waits for it does not wait for the pause before a retry too.
      if (this.#state.status === 'failed' && this.#line.isImpatient) this.start()
      this.#line.look()
    })
    return this.#probing
  }

  async #probe(connection: Connection, signal: AbortSignal): Promise<void> {
    const { clock, timers } = this.#deps
    const overdue = timers.after(PROMPT_MS, () => {
      if (!signal.aborted) this.#dispatch({ type: 'suspected', at: clock.now() })
    })
    const alive = await givesSignOfLife(connection, timers, signal)
    overdue()
    // A server that works on a call may answer nothing else: the call has its own time limit.
    if (alive || signal.aborted || this.#isBusy()) return
    this.#letGo()
    this.#fail(silentFailure(this.#config.name), this.#restarts.nextDelay(clock.now()))
  }

  #isDoubtful(): boolean {
    const state = this.#state
    if (state.status !== 'ready' || this.#isBusy()) return false
    const isRemote = this.#config.transport.kind === 'http'
    return state.suspectSince !== undefined || (isRemote && this.isSilent(this.#deps.clock.now()))
  }

  #startAgain(): void {
    this.#isRestart = true
    this.start('in-turn')
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { id, name, protocol } = this.#config
    let opened: Connection | null = null
    try {
      this.#dispatch({ type: 'step-reached', step: 'resolve' })
      const mask = createSecretMask(await confidencesOf(this.#config, this.#deps.vault))
      this.journal.conceal(mask)
      const transport = await resolveTransport(this.#config, this.#deps)
      const options = withLiveLimits(() => this.#config, {
        serverId: id,
        serverName: name,
        transport,
        protocol,
        ...(await startOptions(this.#config, this.#deps)),
        startTimeoutMs: START_TIMEOUT_MS,
        listener: maskListener(this.#listenerFor(signal), mask),
        clientFeatures: this.#deps.desk.features,
        onRequest: maskRequests(this.#deps.desk.handlerFor(this), mask),
      })
      const opening = this.#deps.connections.open(options, signal)
      opened = maskConnection(await clearWords(mask, opening), mask)
      this.#dispatch({ type: 'step-reached', step: 'list' })
      const list = opened.info.capabilities['tools'] ? await opened.listTools(signal) : []
      signal.throwIfAborted()
      rememberProtocol(this.#config, opened.info, this.#deps)
      const watched = watchCalls(opened)
      this.#connection = watched.connection
      this.#isBusy = watched.isBusy
      this.#takeTools(list)
      this.#dropList('prompts')
      this.#dropList('resources')
      this.library.opened(watched.connection)
      this.#dispatch({ type: 'opened', at: this.#deps.clock.now(), info: opened.info })
    } catch (error) {
      await opened?.close()
      if (signal.aborted) return
      forgetProtocol(id, this.#deps.stores)
      this.#attempt = null
      this.#connection = null
      const failure = failureOf(error, name)
      const state = this.#state
      const mayTry = state.status !== 'starting' || state.attempt < MAX_START_ATTEMPTS
      const again = this.#isRestart && mayTry && mayPass(failure)
      this.#fail(failure, again ? this.#restarts.nextDelay(this.#deps.clock.now()) : null)
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
      onListFresh: (list, ttlMs) => live(() => this.library.fresh(list, ttlMs)),
      onListChanged: (list) => live(() => this.#dropList(list)),
      onResourceUpdated: (uri) => live(() => this.#tellUpdated(uri)),
      onElicitationComplete: (id) =>
        live(() => this.#deps.desk.elicitationComplete(this.#config.id, id)),
      onRoundTrip: (ms) => live(() => this.#answered({ type: 'round-trip', at: clock.now(), ms })),
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

  #fail(cause: ConnectionFailure, retryInMs: number | null): void {
    const failure = this.journal.concealed(cause)
    const at = this.#deps.clock.now()
    this.journal.log({ at, source: 'host', level: 'error', text: failure.message })
    const retryAt = retryInMs === null ? {} : { retryAt: at + retryInMs }
    this.#dispatch({ type: 'failed', at, failure, ...retryAt })
    if (retryInMs !== null)
      this.#cancelRetry = this.#deps.timers.after(retryInMs, () => this.#startAgain())
  }

  #answered(answer: Answered): void {
    const state = this.#state
    if (state.status !== 'ready' || state.suspectSince !== undefined) return this.#dispatch(answer)
    this.#state = reduceConnection(state, answer)
    return this.#tellAnswered(answer)
  }

  #dispatch(event: ConnectionEvent): void {
    const next = reduceConnection(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    this.#deps.events.emit('server.changed', this.view())
    this.#line.look()
  }

  #dropList(list: 'prompts' | 'resources'): void {
    this.library.drop(list)
    this.#deps.events.emit('server.list-changed', { id: this.#config.id, list })
  }

  /** Only of what is watched: whatever else a server names would pile up wherever it is heard. */
  #tellUpdated(changed: string): void {
    for (const uri of this.library.watchedAbove(changed))
      this.#deps.events.emit('server.resource-updated', { id: this.#config.id, uri })
  }

  #takeTools(list: Tool[]): void {
    this.#shelf.put(list)
    this.#deps.events.emit('server.tools-changed', { id: this.#config.id })
    this.#deps.events.emit('server.changed', this.view())
  }
}
