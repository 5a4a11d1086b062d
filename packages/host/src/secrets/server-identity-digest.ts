import type { ServerConfig } from '@gatehouse/domain'
import { identityOf } from '@gatehouse/domain/launch'
import type { Digest } from '../ports/index.ts'

/** The identity of a server, with the files that were allowed to run. Grants and caches are bound to it. */
export function serverIdentityDigest(config: ServerConfig, digest: Digest): string {
  return digest.sha256(identityOf(config))
}
