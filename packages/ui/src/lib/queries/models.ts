import type { DiscoveredProvider, ModelProvider } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

export function useProviders(): UseQueryResult<ModelProvider[]> {
  return useRouteQuery({ key: queryKeys.providers, route: 'provider.list', input: {} })
}

/** Model servers that responded on loopback; asking looks for them again. */
export function useDiscovered(): UseQueryResult<DiscoveredProvider[]> {
  return useRouteQuery({ key: queryKeys.discovered, route: 'provider.discover', input: {} })
}
