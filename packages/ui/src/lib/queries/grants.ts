import type { GrantView } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** What the person allowed for longer than once, the latest first. */
export function useGrants(): UseQueryResult<GrantView[]> {
  return useRouteQuery({ key: queryKeys.grants, route: 'grant.list', input: {} })
}
