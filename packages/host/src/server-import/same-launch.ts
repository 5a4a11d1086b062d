import type { DraftTransport, ServerConfig, ServerTransport } from '@gatehouse/domain'
import {
  installablePackage,
  packageOfInstalled,
  specOf,
  type WantedPackage,
} from '@gatehouse/domain/launch'
import { withoutTrailing } from '@gatehouse/domain/text'

/**
 * Equal for two servers that run the same command with the same arguments, or reach the same URL. An installed package
 * is the one that npx or uvx would fetch.
 */
export function launchKey(
  transport: DraftTransport | ServerTransport,
  installation?: ServerConfig['installation'],
): string {
  if (transport.kind === 'http')
    return JSON.stringify(['http', withoutTrailing(transport.url, '/')])
  const { command, args } = transport
  const found = installation
    ? packageOfInstalled(args, installation)
    : installablePackage({ command, args })
  if (found) return packageKey(found)
  return JSON.stringify(['stdio', command, ...args])
}

const packageKey = (found: WantedPackage): string =>
  JSON.stringify([found.ecosystem, specOf(found), ...found.args])
