import {
  GatehouseError,
  type OAuthClient,
  type ServerConfig,
  type ServerDraft,
  type StoredValue,
} from '@gatehouse/domain'
import { receiverName, type ReceiverSource } from '@gatehouse/domain/launch'
import type { Digest } from '../ports/index.ts'
import {
  oauthClientReceiverDigest,
  proxyReceiverDigest,
  receiverDigest,
} from './receiver-digest.ts'

/** Name of a proxy password among the secrets of a server. */
export const PROXY_PASSWORD = 'proxy password'
/** Name of a client secret or client key among the secrets of a server. */
export const CLIENT_SECRET = 'client secret'

/**
 * Refuses "keep what is stored" where a secret was given to another receiver than the draft's. Throws
 * `server/secret-elsewhere` (`data.names`, `data.from`, `data.to`). `carried`: names that the person sees to be given
 * to the other receiver.
 */
export function assertStoredSecretsStay(
  draft: ServerDraft,
  existing: ServerConfig | undefined,
  { digest, carried = [] }: { digest: Digest; carried?: readonly string[] | undefined },
): void {
  if (!existing) return
  const names = secretsOfOtherReceiver(draft, existing, digest)
  assertStay(
    names.filter((name) => !carried.includes(name)),
    { from: receiverName(existing), to: receiverName(draft) },
  )
  assertClientStays(draft, existing, digest)
  const proxy = proxyOf(draft)
  const old = proxyOf(existing)
  if (!isPasswordKept(draft, existing) || !proxy || !old) return
  const from = boundTo(old.password, proxyReceiverDigest(old, digest))
  const isSame = from === proxyReceiverDigest(proxy, digest)
  assertStay(isSame ? [] : [PROXY_PASSWORD], { from: proxyName(old), to: proxyName(proxy) })
}

function assertClientStays(draft: ServerDraft, existing: ServerConfig, digest: Digest): void {
  const [next, old] = [draft.oauthClient, existing.oauthClient]
  if (!next || !old || next.credential.kind === 'none' || old.credential.kind === 'none') return
  if (next.credential.value !== null) return
  const before = oauthClientReceiverDigest(old, existing, digest)
  const from = boundTo(old.credential.value, before)
  const isSame =
    next.credential.kind === old.credential.kind &&
    from === oauthClientReceiverDigest(next, draft, digest)
  assertStay(isSame ? [] : [CLIENT_SECRET], {
    from: oauthClientReceiverName(old, existing),
    to: oauthClientReceiverName(next, draft),
  })
}

/** Names of kept secrets whose receiver would be another. */
export function secretsOfOtherReceiver(
  draft: ServerDraft,
  existing: ServerConfig,
  digest: Digest,
): string[] {
  const before = receiverDigest(existing, digest)
  const after = receiverDigest(draft, digest)
  const stored = new Map(secretsOf(existing).map((value) => [value.name, value.value]))
  const values = draft.transport.kind === 'http' ? draft.transport.headers : draft.transport.env
  return values
    .filter(({ name, value, secret }) => {
      const kept = stored.get(name)
      return secret && value === null && kept !== undefined && boundTo(kept, before) !== after
    })
    .map(({ name }) => name)
}

function secretsOf({ transport }: ServerConfig): { name: string; value: StoredValue }[] {
  const values = transport.kind === 'http' ? transport.headers : transport.env
  return values.filter(({ value }) => value.kind === 'secret')
}

/** An earlier version noted no receiver: it kept the secret for the launch that it stood in. */
function boundTo(value: StoredValue | undefined, launch: string): string {
  return value?.kind === 'secret' ? (value.receiver ?? launch) : launch
}

function isPasswordKept(draft: ServerDraft, existing: ServerConfig): boolean {
  const [next, old] = [draft.network?.proxy, existing.network?.proxy]
  if (typeof next !== 'object' || typeof old !== 'object') return false
  return next.password === null && old.password?.kind === 'secret'
}

function proxyOf({ network }: ServerConfig | ServerDraft) {
  const proxy = network?.proxy
  if (typeof proxy !== 'object') return undefined
  const { password } = proxy
  return {
    url: proxy.url,
    user: proxy.user,
    password: typeof password === 'object' && password !== null ? password : undefined,
  }
}

function proxyName({ url, user }: { url: string; user: string | undefined }): string {
  return user === undefined ? url : `${url} (${user})`
}

/** The issuer of a client, for that client at that server, as a person reads it. */
export function oauthClientReceiverName(
  { issuer, id }: Pick<OAuthClient, 'issuer' | 'id'>,
  server: ReceiverSource,
): string {
  return `${issuer} (${id}, ${receiverName(server)})`
}

function assertStay(names: string[], { from, to }: { from: string; to: string }): void {
  if (names.length === 0) return
  throw new GatehouseError(
    'server/secret-elsewhere',
    `Type ${names.join(', ')} again: it was given to ${from}, and this goes to ${to}.`,
    { data: { names, from, to } },
  )
}

/** Refuses to send a secret to another receiver than the one that it was given for. Throws the same. */
export function assertReceiver(
  name: string,
  value: StoredValue,
  { receiver, to }: { receiver: string; to: string },
): void {
  if (value.kind === 'plain' || value.receiver === undefined || value.receiver === receiver) return
  throw new GatehouseError(
    'server/secret-elsewhere',
    `The secret ${name} was given to another server or address than ${to}, so it was not sent. Enter it again in the server's settings.`,
    { data: { names: [name], to } },
  )
}
