import type { RunningSampling, SamplingPolicyView } from '@gatehouse/domain/server-requests'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'
import { useRouteQuery } from './route-query.ts'

/** Sampling policies of all servers, and today's use. */
export function useSamplingPolicies(): UseQueryResult<SamplingPolicyView[]> {
  const key = queryKeys.samplingPolicies
  return useRouteQuery({ key, route: 'sampling.policies', input: {}, recheck: true })
}

/** Changes what a server may do; more than now is decided in the consent window. */
export function useSetSamplingPolicy() {
  const { cache } = useBridge()
  return useAction('sampling.set-policy', {
    onSuccess: () => cache.refresh(queryKeys.samplingPolicies),
  })
}

/** Models that answer servers now. */
export function useRunningSamplings(): UseQueryResult<RunningSampling[]> {
  return useRouteQuery({ key: queryKeys.runningSamplings, route: 'sampling.running', input: {} })
}
