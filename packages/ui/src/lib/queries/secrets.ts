import type { StoredSecret, SecretGroup } from '@gatehouse/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { useVault } from './app.ts'
import { useRouteQuery } from './route-query.ts'

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
