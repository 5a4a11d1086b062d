import { canonicalJson } from '../json/canonical-json.ts'
import { variableEffect } from './launch/variable-effect.ts'
import type { JsonObject } from '../json/json.ts'
import type { LaunchPin } from './launch/launch-pin.ts'
import type { ServerConfig, StoredValue } from './server.ts'
import type { DraftValue, ServerDraft } from './server-draft.ts'

/** The part of a server, saved or as typed, that decides who receives its secrets. */
export type ReceiverSource =
  | Pick<ServerConfig, 'transport' | 'network'>
  | Pick<ServerDraft, 'transport' | 'network'>

type StoredEntry = { name: string; value: StoredValue }

/** Names of settings that decide where a program sends what it has. */
const ADDRESS_NAME =
  /(?:^|_)(?:URL|URI|HOST|HOSTNAME|ENDPOINT|BASE|DOMAIN|SERVER|ORIGIN|PROXY|PORT)$/i

/**
 * The receiver of a server's secrets, as text that is equal for the same receiver. For a program: command, arguments,
 * working directory, names of variables, and the values of those that decide what runs or where it sends data. For an
 * address: origin, path, query and HTTP transport, and whoever may read on the way.
 */
export function receiverOf({ transport, network }: ReceiverSource): string {
  if (transport.kind === 'http')
    return canonicalJson({
      address: addressOf(transport.url),
      // Called so in every digest that was ever saved.
      wire: transport.httpTransport ?? 'auto',
      between: readersBetween(transport.url, network),
    })
  return canonicalJson({
    command: transport.command,
    arguments: transport.args,
    directory: transport.cwd ?? null,
    variables: transport.env.map(variableOf).sort(([a], [b]) => (a < b ? -1 : 1)),
    between: { proxy: proxyOf(network), authorities: network?.caFile ?? null },
  })
}

/** The whole identity of a server: who it is, and the very files that were allowed to run. */
export function identityOf(
  config: Pick<ServerConfig, 'transport' | 'network'> & { pin?: LaunchPin | undefined },
): string {
  const files = config.pin?.files.map(({ role, named, realPath, sha256 }) => ({
    role,
    named,
    realPath,
    sha256,
  }))
  return canonicalJson({ receiver: receiverOf(config), files: files ?? null })
}

/** The receiver of a proxy's password: the proxy, for that user. */
export function proxyReceiverOf(proxy: { url: string; user?: string | undefined }): string {
  return canonicalJson({ proxy: originOf(proxy.url), user: proxy.user ?? '' })
}

/** The receiver of a client's secret: its issuer, for that client at that server. */
export function oauthClientReceiverOf(
  { issuer, id }: { issuer: string; id: string },
  server: ReceiverSource,
): string {
  return canonicalJson({ issuer: hrefOf(issuer), id, server: receiverOf(server) })
}

function hrefOf(url: string): string {
  return parse(url)?.href ?? url
}

/** The receiver of a model provider's key: the origin of its address. */
export function originOf(url: string): string {
  return parse(url)?.origin ?? url
}

/** A receiver as a person reads it: an origin, or a command with its arguments. */
export function receiverName({ transport }: ReceiverSource): string {
  return transport.kind === 'http'
    ? addressOf(transport.url)
    : [transport.command, ...transport.args].join(' ')
}

/** Origin, path and query as an HTTP client asks for them. */
function addressOf(url: string): string {
  const parsed = parse(url)
  return parsed ? parsed.origin + parsed.pathname + parsed.search : url
}

function parse(url: string): URL | null {
  try {
    return new URL(url)
  } catch {
    return null
  }
}

/** Encrypted content is read on the way only by who can make certificates for it. */
function readersBetween(url: string, network: ReceiverSource['network']): JsonObject {
  const authorities = network?.caFile ?? null
  const isReadable = authorities !== null || parse(url)?.protocol !== 'https:'
  return { authorities, proxy: isReadable ? proxyOf(network) : null }
}

function proxyOf(network: ReceiverSource['network']): string {
  const proxy = network?.proxy ?? 'system'
  return typeof proxy === 'string' ? proxy : originOf(proxy.url)
}

function variableOf(entry: DraftValue | StoredEntry): [string, string | null] {
  const { name } = entry
  const plain = plainText(entry)
  const counts = variableEffect(name) !== null || ADDRESS_NAME.test(name) || plain?.includes('://')
  return [name, counts ? plain : null]
}

/** The text of a value that is not a secret, in a configuration or a draft. */
function plainText(entry: DraftValue | StoredEntry): string | null {
  if ('secret' in entry) return entry.secret ? null : (entry.value ?? '')
  return entry.value.kind === 'plain' ? entry.value.value : null
}
