import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type GrantRoutes = Extract<keyof RouteHandlers, `grant.${string}`>

export function grantHandlers({ grants }: Host): Pick<RouteHandlers, GrantRoutes> {
  return {
    'grant.list': () => grants.list(),
    'grant.revoke': ({ id }) => grants.revoke(id),
    'grant.revoke-all': ({ serverId }) => grants.revokeAll(serverId),
  }
}
