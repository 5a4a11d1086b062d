import type { DraftTransport, ServerTransport } from '@gatehouse/domain'
import { withoutTrailing } from '@gatehouse/domain/text'

/** Equal for two servers that run the same command with the same arguments, or reach the same URL. */
export function launchKey(transport: DraftTransport | ServerTransport): string {
  if (transport.kind === 'http')
    return JSON.stringify(['http', withoutTrailing(transport.url, '/')])
  return JSON.stringify(['stdio', transport.command, ...transport.args])
}
