import type { DraftTransport, ServerConfig, ServerTransport } from '@gatehouse/domain'
import { npmPackageOf, npmSpec, packageOfInstalled } from '@gatehouse/domain/launch'
import { withoutTrailing } from '@gatehouse/domain/text'

/**
 * Equal for two servers that run the same command with the same arguments, or reach the same URL. An installed package
 * is the one that npx would fetch.
 */
export function launchKey(
  transport: DraftTransport | ServerTransport,
  installation?: ServerConfig['installation'],
): string {
  if (transport.kind === 'http')
    return JSON.stringify(['http', withoutTrailing(transport.url, '/')])
  const { command, args } = transport
  if (installation) {
    const installed = packageOfInstalled(args, installation)
    return JSON.stringify(['npm', npmSpec(installed), ...installed.args])
  }
  const npm = npmPackageOf(transport)
  if (npm) return JSON.stringify(['npm', npmSpec(npm), ...npm.args])
  return JSON.stringify(['stdio', command, ...args])
}
