import type { OpenWindows } from '@gatehouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** The windows that are open, this one among them. */
export function useOpenWindows(): UseQueryResult<OpenWindows> {
  return useRouteQuery({ key: queryKeys.openWindows, route: 'window.list', input: {} })
}

/** True if the system gives this app the key of quick ask. */
export function useQuickShortcut(): UseQueryResult<{ isActive: boolean }> {
  return useRouteQuery({
    key: queryKeys.quickShortcut,
    route: 'window.quick-shortcut',
    input: {},
    recheck: true,
  })
}

/** Parts of the desktop that settings need and that are missing; none until they were looked for. */
export function useMissingParts(): { tray: boolean; shortcut: boolean } {
  const { data } = useRouteQuery({
    key: queryKeys.missingParts,
    route: 'window.missing-parts',
    input: {},
    recheck: true,
  })
  return data ?? NONE_MISSING
}

const NONE_MISSING = { tray: false, shortcut: false }

/** The chats that have a window of their own. */
export function useChatsInWindows(): ReadonlySet<string> {
  const chats = useOpenWindows().data?.chats
  return useMemo(() => new Set(chats?.map(({ id }) => id)), [chats])
}
