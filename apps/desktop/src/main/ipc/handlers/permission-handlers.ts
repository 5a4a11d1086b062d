import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const permissionHandlers = ({
  grants,
  readOnlyGrants,
  serverTrust,
  samplingPolicies,
  modelRuns,
  flowRules,
  instructions,
}: Host): HandlersOf<'permission'> => ({
  'grant.list': () => grants.list(),
  'grant.revoke-read-only': ({ serverId }) => readOnlyGrants.revoke(serverId),
  'grant.trust-server': ({ serverId }) => serverTrust.trust(serverId),
  'grant.distrust-server': ({ serverId }) => serverTrust.distrust(serverId),
  'grant.mark-tool': ({ mark, ...tool }) => serverTrust.mark(tool, mark),
  'grant.revoke': ({ id }) => grants.revoke(id),
  'grant.revoke-all': ({ serverId }) => grants.revokeAll(serverId),
  'sampling.policies': () => samplingPolicies.list(),
  'sampling.set-policy': ({ serverId, rule }) => samplingPolicies.set(serverId, rule),
  'sampling.running': () => modelRuns.list(),
  'sampling.stop': ({ id }) => modelRuns.stop(id),
  'data-flow.rules': () => flowRules.list(),
  'data-flow.set-rule': ({ fromId, toId, rule }) => flowRules.set({ fromId, toId }, rule),
  'instructions.of-server': ({ serverId }) => instructions.view(serverId),
  'instructions.allow': ({ serverId }) => instructions.allow(serverId),
  'instructions.refuse': ({ serverId }) => instructions.refuse(serverId),
})
