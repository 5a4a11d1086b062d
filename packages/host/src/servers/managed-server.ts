import {
  GatehouseError,
  estimateTokens,
  initialConnectionState,
  isGatehouseError,
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
import { createRestartPolicy } from './restart-policy.ts'
import { createServerJournal, type ServerJournal } from './server-journal.ts'
import { resolveTransport } from './server-secrets.ts'
import { failureOf } from './start-failure.ts'

const START_TIMEOUT_MS = 60_000

/** One configured server: its state machine, its connection while there is one, its tools. */
export interface ManagedServer {
  readonly config: ServerConfig
  readonly journal: ServerJournal
  view(): ServerView
  tools(): Tool[]
  /** True when its tools may be offered to a model now; it is started by the first call if need be. */
  isOffered(): boolean
  /** Begins a start; does nothing when one is under way. Outcomes are told by events. */
  start(): void
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>
  /** The open connection, started if need be. Rejects with `server/not-running` and the cause in words. */
  ready(signal: AbortSignal): Promise<Connection>
  /** Takes a changed configuration; the next start uses it. */
  configure(config: ServerConfig): void
}

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'vault' | 'stores' | 'events' | 'clock' | 'timers'
>

export function createManagedServer(initial: ServerConfig, deps: Dependencies): ManagedServer {
  let config = initial
  let state: ConnectionState = initialConnectionState
  let connection: Connection | null = null
  let attempt: AbortController | null = null
  let settled: Promise<void> = Promise.resolve()
  let tools = deps.stores.servers.cachedTools(config.id)
  let toolTokens = tools && countTokens(tools)
  let cancelRetry: (() => void) | null = null
  let stopped = true
  const restarts = createRestartPolicy()
  const journal = createServerJournal(config.id, deps.events)
  const watchers = new Set<() => void>()

  function view(): ServerView {
    return {
      config,
      connection: state,
      toolCount: tools?.length ?? null,
      toolTokens,
      problems: [],
    }
  }

  function dispatch(event: ConnectionEvent): void {
    const next = reduceConnection(state, event)
    if (next === state) return
    state = next
    deps.events.emit('server.changed', view())
    for (const watcher of watchers) watcher()
  }

  function takeTools(list: Tool[]): void {
    tools = list
    toolTokens = countTokens(list)
    deps.stores.servers.cacheTools(config.id, list)
    deps.events.emit('server.tools-changed', { id: config.id })
    deps.events.emit('server.changed', view())
  }

  function fail(failure: ConnectionFailure, retryInMs: number | null): void {
    const at = deps.clock.now()
    journal.log({ at, source: 'host', level: 'error', text: failure.message })
    dispatch({
      type: 'failed',
      at,
      failure,
      ...(retryInMs === null ? {} : { retryAt: at + retryInMs }),
    })
    if (retryInMs !== null) cancelRetry = deps.timers.after(retryInMs, start)
  }

  function listenerFor(signal: AbortSignal): ConnectionListener {
    const live = (task: () => void): void => {
      if (!signal.aborted) task()
    }
    return {
      onStep: (step) => live(() => dispatch({ type: 'step-reached', step })),
      onFrame: (frame) => journal.frame(frame),
      onLog: (line) => journal.log(line),
      onToolsChanged: (list) => live(() => takeTools(list)),
      onRoundTrip: (ms) => live(() => dispatch({ type: 'round-trip', at: deps.clock.now(), ms })),
      onDown: (failure) =>
        live(() => {
          attempt?.abort()
          const ended = connection
          connection = null
          settled = Promise.all([settled, ended?.close()]).then(() => undefined)
          fail(failure, restarts.nextDelay(deps.clock.now()))
        }),
    }
  }

  async function open(signal: AbortSignal): Promise<void> {
    let opened: Connection | null = null
    try {
      const transport = await resolveTransport(config.transport, deps.vault)
      opened = await deps.connections.open(
        {
          serverId: config.id,
          serverName: config.name,
          transport,
          protocol: config.protocol,
          requestTimeoutMs: config.requestTimeoutMs,
          startTimeoutMs: START_TIMEOUT_MS,
          listener: listenerFor(signal),
        },
        signal,
      )
      dispatch({ type: 'step-reached', step: 'list' })
      const list = opened.info.capabilities['tools'] ? await opened.listTools(signal) : []
      signal.throwIfAborted()
      connection = opened
      takeTools(list)
      dispatch({ type: 'opened', at: deps.clock.now(), info: opened.info })
    } catch (error) {
      await opened?.close()
      if (signal.aborted) return
      attempt = null
      fail(failureOf(error, config.name), null)
    }
  }

  function start(): void {
    cancelRetry?.()
    cancelRetry = null
    if (attempt && !attempt.signal.aborted) return
    stopped = false
    const controller = new AbortController()
    attempt = controller
    const earlier = settled
    dispatch({ type: 'start-requested', at: deps.clock.now() })
    settled = earlier.then(() => (controller.signal.aborted ? undefined : open(controller.signal)))
  }

  async function stop(): Promise<void> {
    stopped = true
    cancelRetry?.()
    cancelRetry = null
    restarts.reset()
    attempt?.abort()
    attempt = null
    const ended = connection
    connection = null
    if (state.status !== 'stopped')
      dispatch({ type: 'stop-requested', at: deps.clock.now() })
    settled = Promise.all([settled, ended?.close()]).then(() => undefined)
    await settled
    if (stopped) dispatch({ type: 'stopped' })
  }

  function ready(signal: AbortSignal): Promise<Connection> {
    if (connection) return Promise.resolve(connection)
    start()
    return new Promise((resolve, reject) => {
      const finish = (task: () => void): void => {
        watchers.delete(check)
        signal.removeEventListener('abort', onAbort)
        task()
      }
      const onAbort = (): void =>
        finish(() => reject(new GatehouseError('call/cancelled', 'The call was cancelled.')))
      const check = (): void => {
        if (connection && state.status === 'ready') {
          const open = connection
          finish(() => resolve(open))
        } else if (state.status === 'failed' || state.status === 'stopped')
          finish(() => reject(notRunning(config.name, state)))
      }
      watchers.add(check)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
    })
  }

  return {
    get config() {
      return config
    },
    journal,
    view,
    tools: () => tools ?? [],
    isOffered: () =>
      state.status === 'ready' ||
      (tools !== null &&
        (state.status === 'starting' || (state.status === 'stopped' && config.start === 'demand'))),
    start,
    stop,
    ready,
    configure(next) {
      config = next
      deps.events.emit('server.changed', view())
    },
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

/** For callers that only want the words. */
export function messageOf(error: unknown): string {
  return isGatehouseError(error) ? error.message : 'Something failed inside Gatehouse.'
}
