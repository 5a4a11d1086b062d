import type { RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'

export interface RouteQuery<Name extends RouteName, Selected = RouteOutput<Name>> {
  key: QueryKey
  route: Name
  input: RouteInput<Name>
  enabled?: boolean | undefined
  /** Asks again whenever it comes to be shown: only main knows whether what it has is still good. */
  recheck?: boolean | undefined
  /** Must be the same function on every render. */
  select?: ((data: RouteOutput<Name>) => Selected) | undefined
}

/** Output of a route, kept in the cache under `key` and up to date by events. */
export function useRouteQuery<Name extends RouteName, Selected = RouteOutput<Name>>(
  query: RouteQuery<Name, Selected>,
): UseQueryResult<Selected> {
  const { request, cache } = useBridge()
  return useQuery<RouteOutput<Name>, Error, Selected>({
    queryKey: query.key,
    queryFn: () => cache.load(query.key, () => request(query.route, query.input)),
    enabled: query.enabled ?? true,
    ...(query.recheck === true ? { refetchOnMount: 'always' as const } : {}),
    ...(query.select ? { select: query.select } : {}),
  })
}
