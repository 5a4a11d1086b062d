import {
  connectionFailureSchema,
  GatehouseError,
  isGatehouseError,
  type ConnectionFailure,
  type ConnectionState,
} from '@gatehouse/domain'
import { askedWaitMs } from '../health/restart-policy.ts'

const secretFailures = new Map<string, ConnectionFailure['code']>([
  ['server/secret-missing', 'secret-missing'],
  ['server/secret-elsewhere', 'secret-elsewhere'],
  ['server/keychain-locked', 'keychain-locked'],
  ['server/keychain-unavailable', 'keychain-unavailable'],
])

/** The failure that is shown for a failed start; anything unforeseen is `internal`, with the server's name in it. */
export function failureOf(error: unknown, serverName: string): ConnectionFailure {
  if (isGatehouseError(error)) {
    const parsed = connectionFailureSchema.safeParse(error.data['failure'])
    if (parsed.success) return parsed.data
    const code = secretFailures.get(error.code)
    if (code)
      return {
        code,
        message: error.message,
        detail: Array.isArray(error.data['names']) ? error.data['names'].join(', ') : '',
        lastLines: [],
      }
    return { code: 'protocol', message: error.message, lastLines: [] }
  }
  return {
    code: 'internal',
    message: `${serverName} could not be started because of a fault in Gatehouse: ${String(error).slice(0, 300)}`,
    lastLines: [],
  }
}

export function serverRemovedError(name: string): GatehouseError {
  return new GatehouseError('server/not-found', `${name} was removed from Gatehouse.`)
}

/** Returns the error for a call whose server is not running. */
export function notRunningError(name: string, state: ConnectionState, now: number): GatehouseError {
  const seconds = Math.ceil((askedToWaitUntil(state) - now) / 1000)
  const wait = seconds > 0 ? ` It asked to be left alone for ${seconds} s more.` : ''
  const cause =
    state.status === 'failed'
      ? `${state.failure.message}${wait}`
      : `${name} was stopped before it was ready.`
  return new GatehouseError('server/not-running', cause)
}

/** True if the server asked to be contacted later. A person may contact it all the same. */
export function isBackingOff(state: ConnectionState, now: number): boolean {
  return askedToWaitUntil(state) > now
}

/** Until when the server that failed asked not to be asked again; 0 when it did not. */
function askedToWaitUntil(state: ConnectionState): number {
  const waitMs = state.status === 'failed' ? askedWaitMs(state.failure) : 0
  return state.status === 'failed' && waitMs > 0 ? state.at + waitMs : 0
}
