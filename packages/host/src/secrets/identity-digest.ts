import type { ServerConfig } from '@gatehouse/domain'
import {
  identityOf,
  oauthClientReceiverOf,
  proxyReceiverOf,
  receiverOf,
  type ReceiverSource,
} from '@gatehouse/domain/launch'
import type { Digest } from '../ports/index.ts'

/** Who a server is, the files that were allowed to run included: what grants and caches are bound to. */
export function identityDigest(config: ServerConfig, digest: Digest): string {
  return digest.sha256(identityOf(config))
}

/** Who receives a server's secrets. */
export function receiverDigest(source: ReceiverSource, digest: Digest): string {
  return digest.sha256(receiverOf(source))
}

/** Who receives a client's secret: its issuer, for that client at that server. */
export function oauthClientReceiverDigest(
  client: { issuer: string; id: string },
  server: ReceiverSource,
  digest: Digest,
): string {
  return digest.sha256(oauthClientReceiverOf(client, server))
}

/** Who receives the password of a proxy. */
export function proxyReceiverDigest(
  proxy: { url: string; user?: string | undefined },
  digest: Digest,
): string {
  return digest.sha256(proxyReceiverOf(proxy))
}
