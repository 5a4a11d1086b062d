import type { Bridge, RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import { BridgeError } from './bridge-error.ts'

/** Asks main. Rejects with a {@link BridgeError}. */
export type RequestRoute = <Name extends RouteName>(
  route: Name,
  input: RouteInput<Name>,
) => Promise<RouteOutput<Name>>

export function createRequestRoute(bridge: Bridge): RequestRoute {
  return async (route, input) => {
    const result = await bridge.request(route, input)
    if (result.ok) return result.data
    throw new BridgeError(result.error)
  }
}
