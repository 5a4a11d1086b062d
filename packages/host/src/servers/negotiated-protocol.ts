import {
  canonicalJson,
  type ConnectionInfo,
  type ConnectionVerdict,
  type ServerConfig,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { ConnectionOptions, Stores } from '../ports/index.ts'
import { identityDigest } from './identity-digest.ts'
import { resolveNetwork } from './server-network.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'>

/** What may run, the way to a server and what it spoke last time. Throws `server/secret-missing`. */
export async function startOptions(
  config: ServerConfig,
  deps: Dependencies & Pick<HostDependencies, 'vault'>,
): Promise<Pick<ConnectionOptions, 'allowed' | 'network' | 'verdict'>> {
  const verdict = knownVerdict(config, deps)
  const { network, pin, transport } = config
  return {
    ...(transport.kind === 'stdio' ? { allowed: pin ?? null } : {}),
    ...(network ? { network: await resolveNetwork(network, deps) } : {}),
    ...(verdict ? { verdict } : {}),
  }
}

/** What the server spoke last time, unless it is another one now or the person chose what it speaks. */
function knownVerdict(config: ServerConfig, deps: Dependencies): ConnectionVerdict | null {
  if (config.protocol !== 'auto') return null
  const verdict = deps.stores.servers.verdict(config.id)
  return verdict?.key === identityDigest(config, deps.digest) ? verdict : null
}

/**
 * Keeps what a server turned out to speak. One that says another version of itself than before may
 * speak more by now: it is asked anew at its next start.
 */
export function keepVerdict(config: ServerConfig, info: ConnectionInfo, deps: Dependencies): void {
  if (config.protocol !== 'auto' || info.transport === undefined) return
  const known = knownVerdict(config, deps)
  const isUpdated = known !== null && known.serverVersion !== info.serverVersion
  const next: ConnectionVerdict = {
    key: identityDigest(config, deps.digest),
    era: info.era,
    protocolVersion: info.protocolVersion,
    transport: info.transport,
    ...(info.serverVersion === undefined ? {} : { serverVersion: info.serverVersion }),
  }
  if (known !== null && canonicalJson(known) === canonicalJson(next)) return
  deps.stores.servers.saveVerdict(config.id, isUpdated ? null : next)
}

/** After a failed start; the next one finds out everything again. Never throws. */
export function forgetVerdict(serverId: string, stores: Stores): void {
  try {
    stores.servers.saveVerdict(serverId, null)
  } catch {
    // The start has failed already; that is what the person must see.
  }
}
