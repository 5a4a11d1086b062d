import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type SamplingRoutes = Extract<keyof RouteHandlers, `sampling.${string}`>

export function samplingHandlers({
  samplingPolicies,
  modelRuns,
}: Host): Pick<RouteHandlers, SamplingRoutes> {
  return {
    'sampling.policies': () => samplingPolicies.list(),
    'sampling.set-policy': ({ serverId, rule }) => samplingPolicies.set(serverId, rule),
    'sampling.running': () => modelRuns.list(),
    'sampling.stop': ({ id }) => modelRuns.stop(id),
  }
}
