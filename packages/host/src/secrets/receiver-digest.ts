import {
  oauthClientReceiverOf,
  proxyReceiverOf,
  receiverOf,
  type ReceiverSource,
} from '@gatehouse/domain/launch'
import type { Digest } from '../ports/index.ts'

/** The receiver of a server's secrets. */
export function receiverDigest(source: ReceiverSource, digest: Digest): string {
  return digest.sha256(receiverOf(source))
}

/** The receiver of a client's secret: its issuer, for that client at that server. */
export function oauthClientReceiverDigest(
  client: { issuer: string; id: string },
  server: ReceiverSource,
  digest: Digest,
): string {
  return digest.sha256(oauthClientReceiverOf(client, server))
}

/** The receiver of a proxy's password. */
export function proxyReceiverDigest(
  proxy: { url: string; user?: string | undefined },
  digest: Digest,
): string {
  return digest.sha256(proxyReceiverOf(proxy))
}
