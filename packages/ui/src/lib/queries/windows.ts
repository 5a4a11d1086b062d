import type { OpenWindows } from '@gatehouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryKeys } from '../query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** The windows that are open, this one among them. */
export function useOpenWindows(): UseQueryResult<OpenWindows> {
  return useRouteQuery({ key: queryKeys.openWindows, route: 'window.list', input: {} })
}

/** The chats that have a window of their own. */
export function useChatsInWindows(): ReadonlySet<string> {
  const chats = useOpenWindows().data?.chats
  return useMemo(() => new Set(chats?.map(({ id }) => id)), [chats])
}
