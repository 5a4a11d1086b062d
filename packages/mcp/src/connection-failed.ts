import { GatehouseError, type ConnectionFailure, type JsonValue } from '@gatehouse/domain'

/** The error that carries a failure to the host: code `connection/failed`, `data.failure`. */
export function connectionFailed(failure: ConnectionFailure, cause?: unknown): GatehouseError {
  return new GatehouseError('connection/failed', failure.message, {
    // A failure holds strings, numbers and lists of strings only.
    data: { failure: { ...failure } as Record<string, JsonValue> },
    cause,
  })
}

/** A start or listing that its caller gave up. */
export function connectionCancelled(serverName: string): GatehouseError {
  return new GatehouseError('connection/cancelled', `Connecting to ${serverName} was cancelled.`)
}
