import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type SecretRoutes = Extract<keyof RouteHandlers, `secret.${string}`>

/** Handlers that list the keychain's secrets, without a value, and forget them. */
export function secretHandlers({ secrets }: Host): Pick<RouteHandlers, SecretRoutes> {
  return {
    'secret.list': () => secrets.list(),
    'secret.forget': ({ refs }) => secrets.forget(refs),
  }
}
