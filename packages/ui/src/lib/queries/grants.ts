import type { GrantView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'
import { useRouteQuery } from './route-query.ts'

/** Standing permissions, the latest first. `recheck`: also checks that each still holds. */
export function useGrants({ recheck = false } = {}): UseQueryResult<GrantView[]> {
  return useRouteQuery({ key: queryKeys.grants, route: 'grant.list', input: {}, recheck })
}

/** The ways to change what is allowed. */
export function useGrantActions() {
  const { cache } = useBridge()
  const refresh = { onSuccess: () => cache.refresh(queryKeys.grants) }
  return {
    revoke: useAction('grant.revoke', refresh),
    revokeAll: useAction('grant.revoke-all', refresh),
    trust: useAction('grant.trust-server', refresh),
    distrust: useAction('grant.distrust-server', refresh),
    mark: useAction('grant.mark-tool', refresh),
    revokeReadOnly: useAction('grant.revoke-read-only', refresh),
  }
}
