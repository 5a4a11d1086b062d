import type { ModelProvider, SecretSubject, ServerConfig, ServerNetwork } from '@gatehouse/domain'
import { originOf } from '@gatehouse/domain/launch'
import { keyRefOf } from '../secrets/secret-changes.ts'
import { networkSecretRefs } from '../secrets/proxy-secrets.ts'

/** A secret that a record names. */
export interface NamedSecret {
  ref: string
  subject: SecretSubject
  receiver: string | null
}

/** The reference of a server's sign-in. */
function signInRef(serverId: string): string {
  return `server/${serverId}/sign-in`
}

/** The secrets that a server has, or should have, in the keychain; a sign-in only if one is possible. */
export function secretsOfServer(config: ServerConfig): NamedSecret[] {
  const { id, transport, network, oauthClient } = config
  const receiver = transport.kind === 'http' ? originOf(transport.url) : transport.command
  const kind = transport.kind === 'http' ? 'header' : 'variable'
  const values = transport.kind === 'http' ? transport.headers : transport.env
  const found: NamedSecret[] = values.flatMap(({ name, value }) =>
    value.kind === 'secret' ? [{ ref: value.ref, subject: { kind, name }, receiver }] : [],
  )
  found.push(...secretsOfNetwork(network))
  const { credential, issuer } = oauthClient ?? {}
  if (credential && credential.kind !== 'none' && credential.value.kind === 'secret')
    found.push({
      ref: credential.value.ref,
      subject: { kind: credential.kind === 'key' ? 'client-key' : 'client-secret' },
      receiver: originOf(issuer ?? ''),
    })
  if (transport.kind === 'http')
    found.push({ ref: signInRef(id), subject: { kind: 'sign-in', issuer: null }, receiver })
  return found
}

/** The password of a proxy. */
export function secretsOfNetwork(network: Pick<ServerNetwork, 'proxy'> | undefined): NamedSecret[] {
  const proxy = typeof network?.proxy === 'object' ? network.proxy : undefined
  return networkSecretRefs(network).map((ref) => ({
    ref,
    subject: { kind: 'proxy-password', user: proxy?.user ?? '' },
    receiver: originOf(proxy?.url ?? ''),
  }))
}

export function secretsOfProvider(provider: ModelProvider): NamedSecret[] {
  const { hasKey, baseUrl, keyOrigin = originOf(baseUrl), headers = [], headersOrigin } = provider
  const key: NamedSecret[] = hasKey
    ? [{ ref: keyRefOf(provider), subject: { kind: 'api-key' }, receiver: keyOrigin }]
    : []
  const receiver = headersOrigin ?? null
  return [
    ...key,
    ...headers.flatMap(({ name, value }): NamedSecret[] =>
      value.kind === 'secret'
        ? [{ ref: value.ref, subject: { kind: 'header', name }, receiver }]
        : [],
    ),
  ]
}

/** The subject of a secret that no record references, as far as its reference shows it. */
export function subjectOfRef(ref: string): SecretSubject {
  const [owner, , place, ...rest] = ref.split('/')
  if (owner === 'provider' && place !== 'header') return { kind: 'api-key' }
  // The last piece is what makes it unlike the one before it.
  const name = rest.slice(0, -1).join('/')
  switch (place) {
    case 'env':
      return { kind: 'variable', name }
    case 'header':
      return { kind: 'header', name }
    case 'proxy':
      return { kind: 'proxy-password', user: '' }
    case 'client':
      return { kind: rest[0] === 'key' ? 'client-key' : 'client-secret' }
    default:
      return { kind: 'sign-in', issuer: null }
  }
}
