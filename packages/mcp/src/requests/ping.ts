import { isGatehouseError } from '@gatehouse/domain'
import { runRequest } from './run-request.ts'
import { type RequestContext } from './connection-context.ts'

/**
 * A ping (MCP 2025-11-25, basic/utilities/ping). The modern era has no `ping`; every server
 * of it responds to `server/discover`.
 */
export async function ping(parts: RequestContext, signal: AbortSignal): Promise<void> {
  const isModern = parts.session.info.era === 'modern'
  try {
    await runRequest(
      parts,
      {
        what: 'a ping',
        run: async (client, options) => {
          if (isModern) await client.discover(options)
          else await client.ping(options)
        },
      },
      signal,
    )
  } catch (error) {
    // Whoever refuses, or responds with nonsense, is alive.
    const code = isGatehouseError(error) ? error.code : ''
    if (code !== 'request/refused' && code !== 'request/invalid-response') throw error
  }
}
