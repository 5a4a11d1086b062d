import { type DraftNetwork, type ResolvedNetwork, type ServerNetwork } from '@gatehouse/domain'
import type { Digest, SecretVault, Stores } from '../ports/index.ts'
import { proxyReceiverDigest } from './receiver-digest.ts'
import { PROXY_PASSWORD, assertReceiver } from './secret-receiver-check.ts'
import type { SecretReferenceTarget } from './server-secrets.ts'
import { SecretReadResults } from './read-secrets.ts'

type ProxyReferenceTarget = Pick<SecretReferenceTarget, 'newRef' | 'newSecrets'> & {
  /** The place of the owner's secrets: `server/<id>`, or {@link GLOBAL_NETWORK}. */
  owner: string
  digest: Digest
}

/** The setting with a reference in the place of the proxy's password; see {@link SecretReferenceTarget}. */
export function networkWithReferences(
  draft: DraftNetwork | undefined,
  existing: ServerNetwork | undefined,
  { owner, newRef, newSecrets, digest }: ProxyReferenceTarget,
): ServerNetwork | undefined {
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
  const [known] = password === null ? networkSecretRefs(existing) : []
  const ref = known ?? newRef(`${owner}/proxy/password`)
  if (password !== null) newSecrets.set(ref, password)
  const receiver = proxyReceiverDigest({ url, user }, digest)
  return { proxy: { url, user, password: { kind: 'secret', ref, receiver } }, ...ca }
}

/** The references that a network setting holds. */
export function networkSecretRefs(network: Pick<ServerNetwork, 'proxy'> | undefined): string[] {
  const { proxy } = network ?? {}
  const password = typeof proxy === 'object' ? proxy.password : undefined
  return password?.kind === 'secret' ? [password.ref] : []
}

/**
 * Fills in the password for a start. Throws `server/secret-missing` when it is not there, and
 * `server/secret-elsewhere` when it was given to another proxy or user.
 */
async function resolveNetwork(
  network: ServerNetwork,
  { vault, digest }: { vault: SecretVault; digest: Digest },
): Promise<ResolvedNetwork> {
  const ca = network.caFile === undefined ? {} : { caFile: network.caFile }
  const { proxy } = network
  if (typeof proxy === 'string') return { proxy, ...ca }
  const { url, user } = proxy
  if (user === undefined) return { proxy: { url }, ...ca }
  const { password } = proxy
  if (password)
    assertReceiver(PROXY_PASSWORD, password, {
      receiver: proxyReceiverDigest(proxy, digest),
      to: url,
    })
  return { proxy: { url, user, password: await passwordOf(password, vault) }, ...ca }
}

/** The place of the secrets of the app's own network setting. */
export const GLOBAL_NETWORK = 'network/global'

interface NetworkDependencies {
  stores: Pick<Stores, 'settings'>
  vault: SecretVault
  digest: Digest
}

/**
 * The way of a server to the network, or of a model where `own` is undefined: proxy and authorities of its own, else those
 * of the app, else the system's (`undefined`). Throws as {@link resolveNetwork} for a server's own proxy only: a password
 * of the app's that cannot be read holds up no program and no address of this computer.
 */
export async function effectiveNetwork(
  own: ServerNetwork | undefined,
  deps: NetworkDependencies,
): Promise<ResolvedNetwork | undefined> {
  const global = deps.stores.settings.load().network
  const caFile = own?.caFile ?? global.authorities?.file
  const ca = caFile === undefined ? {} : { caFile }
  if (own && own.proxy !== 'system') return resolveNetwork({ proxy: own.proxy, ...ca }, deps)
  if (global.proxy === 'system')
    return caFile === undefined ? undefined : { proxy: 'system', ...ca }
  return { proxy: await globalProxy(global.proxy, deps), ...ca }
}

async function globalProxy(
  proxy: Exclude<ServerNetwork['proxy'], 'system'>,
  deps: NetworkDependencies,
): Promise<ResolvedNetwork['proxy']> {
  if (proxy === 'none') return proxy
  try {
    const { proxy: resolved } = await resolveNetwork({ proxy }, deps)
    return typeof resolved === 'object' ? { ...resolved, skipsLoopback: true } : resolved
  } catch {
    const { url, user = '' } = proxy
    return { url, user, skipsLoopback: true, lacksPassword: true }
  }
}

type Password = Exclude<ServerNetwork['proxy'], string>['password']

async function passwordOf(password: Password, vault: SecretVault): Promise<string> {
  if (password === undefined) return ''
  if (password.kind === 'plain') return password.value
  const secrets = new SecretReadResults()
  const text = secrets.add(PROXY_PASSWORD, await vault.get(password.ref))
  secrets.assertAllRead()
  return text
}
