import type { AppInfo, SafeStartView } from '@gatehouse/contract'
import type { Settings, VaultState } from '@gatehouse/domain'
import type { SpellingView } from '@gatehouse/domain/spelling'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

export function useAppInfo(): UseQueryResult<AppInfo> {
  return useRouteQuery({ key: queryKeys.appInfo, route: 'app.info', input: {} })
}

/** State that a crash holds back; null when there is none. */
export function useSafeStart(): UseQueryResult<SafeStartView> {
  return useRouteQuery({ key: queryKeys.safeStart, route: 'app.safe-start', input: {} })
}

export function useSettings(): UseQueryResult<Settings> {
  return useRouteQuery({ key: queryKeys.settings, route: 'app.settings', input: {} })
}

/** The spelling checker in use; main looks again whenever it is shown. */
export function useSpelling(): UseQueryResult<SpellingView> {
  return useRouteQuery({ key: queryKeys.spelling, route: 'app.spelling', input: {}, recheck: true })
}

/** Where secrets are kept. */
export function useVault(): UseQueryResult<VaultState> {
  return useRouteQuery({ key: queryKeys.vault, route: 'app.vault', input: {} })
}
