import type { ConnectionEvent, ConnectionState } from './connection.ts'

export const initialConnectionState: ConnectionState = { status: 'stopped' }

/**
 * The connection's state machine. An event that does not belong to the present state changes
 * nothing, so a late response of an ended attempt cannot turn a dead connection green.
 */
export function reduceConnection(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'start-requested':
      return start(state, event)
    case 'step-reached':
      return state.status === 'starting' ? { ...state, step: event.step } : state
    case 'downloading':
      return state.status === 'starting' ? { ...state, download: event.progress } : state
    case 'opened':
      return state.status === 'starting'
        ? {
            status: 'ready',
            since: event.at,
            info: event.info,
            lastRoundTripAt: event.at,
            // Its start may have downloaded: how soon it responds is another matter.
            lastRoundTripMs: state.roundTripMs ?? event.info.connectMs,
          }
        : state
    case 'round-trip':
      if (state.status === 'starting') return { ...state, roundTripMs: event.ms }
      return state.status === 'ready' ? responded(state, event) : state
    case 'suspected':
      return state.status === 'ready' && state.suspectSince === undefined
        ? { ...state, suspectSince: event.at }
        : state
    case 'failed':
      return fail(state, event)
    case 'stop-requested':
      return state.status === 'stopped' ? state : { status: 'stopping', since: event.at }
    case 'stopped':
      return { status: 'stopped' }
  }
}

function responded(
  state: Extract<ConnectionState, { status: 'ready' }>,
  event: Extract<ConnectionEvent, { type: 'round-trip' }>,
): ConnectionState {
  const { status, since, info } = state
  return { status, since, info, lastRoundTripAt: event.at, lastRoundTripMs: event.ms }
}

function start(
  state: ConnectionState,
  { at, isFresh }: Extract<ConnectionEvent, { type: 'start-requested' }>,
): ConnectionState {
  if (state.status === 'starting' || state.status === 'ready' || state.status === 'stopping')
    return state
  const attempt = state.status === 'failed' && isFresh !== true ? state.attempt + 1 : 1
  return { status: 'starting', since: at, step: 'resolve', attempt }
}

function fail(
  state: ConnectionState,
  event: Extract<ConnectionEvent, { type: 'failed' }>,
): ConnectionState {
  if (state.status === 'stopped' || state.status === 'stopping') return state
  const attempt = state.status === 'ready' ? 1 : state.attempt
  return {
    status: 'failed',
    at: event.at,
    failure: event.failure,
    attempt,
    ...(event.retryAt === undefined ? {} : { retryAt: event.retryAt }),
  }
}
