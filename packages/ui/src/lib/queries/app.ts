import type { AppInfo, SafeStartView, OpenWindows } from '@gatehouse/contract'
import type {
  Settings,
  VaultState,
  StoredSecret,
  SecretGroup,
  DiscoveredProvider,
  ModelProvider,
} from '@gatehouse/domain'
import type { SpellingView } from '@gatehouse/domain/spelling'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'
import { useMemo } from 'react'

const NONE_MISSING = { tray: false, shortcut: false }

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

/** Secrets of the keychain, by owner; read again whenever they are shown. */
export function useSecrets(): UseQueryResult<SecretGroup[]> {
  return useRouteQuery({
    key: queryKeys.secrets,
    route: 'secret.list',
    input: {},
    recheck: true,
  })
}

/** Secrets that a server needs and the keychain lacks. Does not disturb a keychain that is locked. */
export function useMissingSecrets(serverId: string): StoredSecret[] {
  const enabled = useVault().data?.kind === 'keychain'
  const { data } = useRouteQuery({
    key: queryKeys.secrets,
    route: 'secret.list',
    input: {},
    enabled,
  })
  const group = data?.find(({ owner }) => owner.kind === 'server' && owner.id === serverId)
  return group?.secrets.filter(isMissing) ?? []
}

/** True if the secret has to be entered again; no one enters a sign-in. */
function isMissing({ state, subject }: StoredSecret): boolean {
  if (subject.kind === 'sign-in') return false
  return state === 'missing' || state === 'forgotten' || state === 'damaged'
}

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

/** The chats that have a window of their own. */
export function useChatsInWindows(): ReadonlySet<string> {
  const chats = useOpenWindows().data?.chats
  return useMemo(() => new Set(chats?.map(({ id }) => id)), [chats])
}

export function useProviders(): UseQueryResult<ModelProvider[]> {
  return useRouteQuery({ key: queryKeys.providers, route: 'provider.list', input: {} })
}

/** Model servers that responded on loopback; asking looks for them again. */
export function useDiscovered(): UseQueryResult<DiscoveredProvider[]> {
  return useRouteQuery({ key: queryKeys.discovered, route: 'provider.discover', input: {} })
}
