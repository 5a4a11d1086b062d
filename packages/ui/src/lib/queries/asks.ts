import type { Ask, UnsentAnswer } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** What waits for the person, oldest first. */
export function useAsks(): UseQueryResult<Ask[]> {
  return useRouteQuery({ key: queryKeys.asks, route: 'ask.list', input: {} })
}

/** What the person had written for asks that were taken away, latest first. */
export function useUnsentAnswers(): UseQueryResult<UnsentAnswer[]> {
  return useRouteQuery({ key: queryKeys.unsentAnswers, route: 'ask.unsent', input: {} })
}
