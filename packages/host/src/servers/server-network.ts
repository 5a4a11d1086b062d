import {
  GatehouseError,
  type DraftNetwork,
  type ResolvedNetwork,
  type ServerConfig,
  type ServerNetwork,
} from '@gatehouse/domain'
import type { SecretVault } from '../ports/index.ts'

/** Moves the proxy's password into the vault and gives the setting with a reference in its place. */
export async function storeNetwork(
  serverId: string,
  draft: DraftNetwork | undefined,
  vault: SecretVault,
): Promise<ServerNetwork | undefined> {
  if (!draft) return undefined
  const ca = draft.caFile === undefined || draft.caFile === '' ? {} : { caFile: draft.caFile }
  const { proxy } = draft
  if (typeof proxy === 'string') {
    const isUsual = proxy === 'system' && ca.caFile === undefined
    return isUsual ? undefined : { proxy, ...ca }
  }
  const { url, user, password } = proxy
  if (user === undefined || user === '') return { proxy: { url }, ...ca }
  if (password === undefined) return { proxy: { url, user }, ...ca }
  const ref = `server/${serverId}/proxy/password`
  if (password !== null) await vault.set(ref, password)
  return { proxy: { url, user, password: { kind: 'secret', ref } }, ...ca }
}

/** The references that a network setting holds. */
export function networkSecretRefs(network: ServerConfig['network']): string[] {
  const { proxy } = network ?? {}
  const password = typeof proxy === 'object' ? proxy.password : undefined
  return password?.kind === 'secret' ? [password.ref] : []
}

/** Fills in the password for a start. Throws `server/secret-missing` when it is not there. */
export async function resolveNetwork(
  network: ServerNetwork,
  vault: SecretVault,
): Promise<ResolvedNetwork> {
  const ca = network.caFile === undefined ? {} : { caFile: network.caFile }
  const { proxy } = network
  if (typeof proxy === 'string') return { proxy, ...ca }
  const { url, user } = proxy
  if (user === undefined) return { proxy: { url }, ...ca }
  return { proxy: { url, user, password: await passwordOf(proxy.password, vault) }, ...ca }
}

type Password = Exclude<ServerNetwork['proxy'], string>['password']

async function passwordOf(password: Password, vault: SecretVault): Promise<string> {
  if (password === undefined) return ''
  const text = password.kind === 'plain' ? password.value : await vault.get(password.ref)
  if (text !== undefined) return text
  const name = 'proxy password'
  throw new GatehouseError(
    'server/secret-missing',
    `The secret ${name} is not in the keychain. Enter it again in the server's settings.`,
    { data: { names: [name] } },
  )
}
