import {
  canonicalJson,
  type ConnectionInfo,
  type NegotiatedProtocol,
  type ServerConfig,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConnectionOptions, Stores } from '../../ports/index.ts'
import { serverIdentityDigest } from '../../secrets/server-identity-digest.ts'
import { effectiveNetwork } from '../../secrets/proxy-secrets.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'>

/** Which files may run, the network settings and the protocol of the last start. Throws `server/secret-missing`. */
export async function startOptions(
  config: ServerConfig,
  deps: Dependencies & Pick<HostDependencies, 'vault'>,
): Promise<Pick<ConnectionOptions, 'allowed' | 'network' | 'negotiated'>> {
  const negotiated = rememberedProtocol(config, deps)
  const { pin, transport } = config
  const network = await effectiveNetwork(config.network, deps)
  return {
    ...(transport.kind === 'stdio' ? { allowed: pin ?? null } : {}),
    ...(network ? { network } : {}),
    ...(negotiated ? { negotiated } : {}),
  }
}

/** The protocol of the last start, unless the server changed or the person chose a protocol. */
function rememberedProtocol(config: ServerConfig, deps: Dependencies): NegotiatedProtocol | null {
  if (config.protocol !== 'auto') return null
  const negotiated = deps.stores.servers.negotiatedProtocol(config.id)
  return negotiated?.key === serverIdentityDigest(config, deps.digest) ? negotiated : null
}

/**
 * Stores the negotiated protocol. A server that reports a new version of itself may support more:
 * the next start negotiates again.
 */
export function rememberProtocol(
  config: ServerConfig,
  info: ConnectionInfo,
  deps: Dependencies,
): void {
  if (config.protocol !== 'auto' || info.transport === undefined) return
  const known = rememberedProtocol(config, deps)
  const isUpdated = known !== null && known.serverVersion !== info.serverVersion
  const next: NegotiatedProtocol = {
    key: serverIdentityDigest(config, deps.digest),
    era: info.era,
    protocolVersion: info.protocolVersion,
    transport: info.transport,
    ...(info.serverVersion === undefined ? {} : { serverVersion: info.serverVersion }),
  }
  if (known !== null && canonicalJson(known) === canonicalJson(next)) return
  deps.stores.servers.saveNegotiatedProtocol(config.id, isUpdated ? null : next)
}

/** After a failed start: the next one negotiates again. Never throws. */
export function forgetProtocol(serverId: string, stores: Stores): void {
  try {
    stores.servers.saveNegotiatedProtocol(serverId, null)
  } catch {
    // The start has failed already; that is what the person must see.
  }
}
