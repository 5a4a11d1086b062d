import { GatehouseError } from '@gatehouse/domain'
import { refuserOf } from '../../requests/incoming/refusal.ts'

/**
 * The end of a call in the modern era because what the server asked during it got no answer; the
 * server is not told, as it has no such answer (MCP 2026-07-28, "Multi round-trip requests").
 */
export function unansweredError(
  error: unknown,
  { serverName, toolName }: { serverName: string; toolName: string },
): GatehouseError | undefined {
  switch (refuserOf(error)) {
    case 'person':
      return new GatehouseError(
        'call/cancelled',
        `You refused what ${serverName} asked for during "${toolName}", so the call ended without a result.`,
      )
    case 'host': {
      const words = error instanceof Error ? error.message : ''
      return new GatehouseError(
        'call/protocol',
        `${serverName} asked for something during "${toolName}" that could not be answered: ${words}`,
        { data: { detail: words } },
      )
    }
    case undefined:
      return undefined
  }
}
