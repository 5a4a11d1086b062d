import type { ConnectionFailure } from '@gatehouse/domain'
import type { Connection, Timers } from '../ports/index.ts'

/** Milliseconds that a server has to show that it lives. */
const SIGN_OF_LIFE_MS = 5000

/** Whether the server answers anything in time. Never rejects. */
export async function givesSignOfLife(
  connection: Connection,
  timers: Timers,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = new AbortController()
  const onAbort = (): void => limit.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const cancel = timers.after(SIGN_OF_LIFE_MS, () => limit.abort('No sign of life in time'))
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

/** A connection that is open and dead is told as this. */
export function silentFailure(serverName: string): ConnectionFailure {
  return {
    code: 'no-answer',
    waitedMs: SIGN_OF_LIFE_MS,
    message: `${serverName} did not answer a sign of life within ${SIGN_OF_LIFE_MS / 1000} s. It is connected again.`,
    lastLines: [],
  }
}

const PASSING: ReadonlySet<ConnectionFailure['code']> = new Set([
  'exited',
  'no-answer',
  'unreachable',
  'proxy',
])

/** Failures that may pass by themselves: a restart that meets one is tried again. */
export function mayPass({ code, status = 0 }: ConnectionFailure): boolean {
  if (code === 'http-status') return status >= 500 || status === 408 || status === 429
  return PASSING.has(code)
}
