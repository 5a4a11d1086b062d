import type { ConnectionFailure } from '@gatehouse/domain'
import type { Connection, Timers } from '../ports/index.ts'

/** Milliseconds that a server has to respond to a ping. */
const PING_TIMEOUT_MS = 5000

/** Whether the server responds in time. Never rejects. */
export async function respondsToPing(
  connection: Connection,
  timers: Timers,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = new AbortController()
  const onAbort = (): void => limit.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const cancel = timers.after(PING_TIMEOUT_MS, () => limit.abort('No sign of life in time'))
  try {
    await connection.ping(limit.signal)
    return true
  } catch {
    return false
  } finally {
    cancel()
    signal.removeEventListener('abort', onAbort)
  }
}

/** The failure of a connection that is open and does not respond. */
export function notRespondingFailure(serverName: string): ConnectionFailure {
  return {
    code: 'no-answer',
    waitedMs: PING_TIMEOUT_MS,
    message: `${serverName} did not answer a sign of life within ${PING_TIMEOUT_MS / 1000} s. It is connected again.`,
    lastLines: [],
  }
}

const TRANSIENT: ReadonlySet<ConnectionFailure['code']> = new Set([
  'exited',
  'no-answer',
  'unreachable',
  'proxy',
])

/** Failures that may go away by themselves: a restart that fails this way is tried again. */
export function isTransient({ code, status = 0 }: ConnectionFailure): boolean {
  if (code === 'http-status') return status >= 500 || status === 408 || status === 429
  return TRANSIENT.has(code)
}
