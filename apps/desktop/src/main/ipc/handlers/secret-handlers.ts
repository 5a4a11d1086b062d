import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type SecretRoutes = Extract<keyof RouteHandlers, `secret.${string}`>

/** What the keychain has, without a value, and forgetting it. */
export function secretHandlers({ secrets }: Host): Pick<RouteHandlers, SecretRoutes> {
  return {
    'secret.list': () => secrets.list(),
    'secret.forget': ({ refs }) => secrets.forget(refs),
  }
}
