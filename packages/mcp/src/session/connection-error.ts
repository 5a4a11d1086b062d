import { GatehouseError, type ConnectionFailure, type JsonObject } from '@gatehouse/domain'

/** The error that carries a failure to the host: code `connection/failed`, `data.failure`. */
export function connectionFailed(failure: ConnectionFailure, cause?: unknown): GatehouseError {
  return new GatehouseError('connection/failed', failure.message, {
    data: { failure: toJson(failure) },
    cause,
  })
}

/** A start or listing that its caller cancelled. */
export function connectionCancelled(serverName: string): GatehouseError {
  return new GatehouseError('connection/cancelled', `Connecting to ${serverName} was cancelled.`)
}

function toJson(failure: ConnectionFailure): JsonObject {
  return Object.fromEntries(
    Object.entries(failure).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
