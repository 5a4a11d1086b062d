import type { ConnectionFailure, ConnectionState } from '@gatehouse/domain'
import type { Connection, Timers } from '../../ports/index.ts'

/** Milliseconds that a server has to respond to a ping. */
const PING_TIMEOUT_MS = 5000

/** Milliseconds that the response to a ping may take before the connection is suspected. */
const SLOW_PING_MS = 1500
/** Milliseconds without a response after which a connection is pinged before it is used. */
const SILENT_MS = 120_000

/** True if the last response on an open connection is old. */
export function isIdle(state: ConnectionState, now: number): boolean {
  return state.status === 'ready' && now - state.lastRoundTripAt > SILENT_MS
}

/** True if an open connection may have ended without notice. */
export function isSuspect(state: ConnectionState, isRemote: boolean, now: number): boolean {
  if (state.status !== 'ready') return false
  return state.suspectSince !== undefined || (isRemote && isIdle(state, now))
}

/** Returns true if the server responds in time; `onOverdue` is called when it takes long. Never rejects. */
export async function respondsToPing(
  connection: Connection,
  { timers, onOverdue }: { timers: Timers; onOverdue(): void },
  signal: AbortSignal,
): Promise<boolean> {
  const limit = new AbortController()
  const onAbort = (): void => limit.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const overdue = timers.after(SLOW_PING_MS, () => {
    if (!signal.aborted) onOverdue()
  })
  const cancel = timers.after(PING_TIMEOUT_MS, () => limit.abort('No response to the ping in time'))
  try {
    await connection.ping(limit.signal)
    return true
  } catch {
    return false
  } finally {
    overdue()
    cancel()
    signal.removeEventListener('abort', onAbort)
  }
}

/** The failure of a connection that is open and does not respond. */
export function notRespondingFailure(serverName: string): ConnectionFailure {
  return {
    code: 'no-response',
    waitedMs: PING_TIMEOUT_MS,
    message: `${serverName} did not respond to a ping within ${PING_TIMEOUT_MS / 1000} s. It is connected again.`,
    lastLines: [],
  }
}

const TRANSIENT: ReadonlySet<ConnectionFailure['code']> = new Set([
  'exited',
  'no-response',
  'preparation-timeout',
  'unreachable',
  'proxy',
])

/** Failures that may go away by themselves: a restart that fails this way is tried again. */
export function isTransient({ code, status = 0 }: ConnectionFailure): boolean {
  if (code === 'http-status') return status >= 500 || status === 408 || status === 429
  return TRANSIENT.has(code)
}
