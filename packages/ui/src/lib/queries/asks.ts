import type { Ask, UnsentAnswer } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** Pending asks, oldest first. */
export function useAsks(): UseQueryResult<Ask[]> {
  return useRouteQuery({ key: queryKeys.asks, route: 'ask.list', input: {} })
}

/** The person's unsent answers to withdrawn asks, latest first. */
export function useUnsentAnswers(): UseQueryResult<UnsentAnswer[]> {
  return useRouteQuery({ key: queryKeys.unsentAnswers, route: 'ask.unsent', input: {} })
}
