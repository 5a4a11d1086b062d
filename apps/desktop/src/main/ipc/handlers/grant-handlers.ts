import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type GrantRoutes = Extract<keyof RouteHandlers, `grant.${string}`>

export function grantHandlers({
  grants,
  readOnlyGrants,
  serverTrust,
}: Host): Pick<RouteHandlers, GrantRoutes> {
  return {
    'grant.list': () => grants.list(),
    'grant.revoke-read-only': ({ serverId }) => readOnlyGrants.revoke(serverId),
    'grant.trust-server': ({ serverId }) => serverTrust.trust(serverId),
    'grant.distrust-server': ({ serverId }) => serverTrust.distrust(serverId),
    'grant.mark-tool': ({ mark, ...tool }) => serverTrust.mark(tool, mark),
    'grant.revoke': ({ id }) => grants.revoke(id),
    'grant.revoke-all': ({ serverId }) => grants.revokeAll(serverId),
  }
}
