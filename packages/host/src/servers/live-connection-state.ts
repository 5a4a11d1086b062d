import {
  initialConnectionState,
  reduceConnection,
  type ConnectionEvent,
  type ConnectionState,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { throttle } from './health/throttle.ts'

type RoundTrip = Extract<ConnectionEvent, { type: 'round-trip' }>

/** Milliseconds between two `server.responded` events. */
const ROUND_TRIP_MS = 1000

/** The state of one server's connection; every change is emitted. */
export interface LiveConnectionState {
  readonly current: ConnectionState
  dispatch(event: ConnectionEvent): void
  /** A response came: emitted as a small event of its own, unless it changes how the server is shown. */
  roundTrip(ms: number): void
}

export function createLiveConnectionState(
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
