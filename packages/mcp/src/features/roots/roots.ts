import type { Client } from '@modelcontextprotocol/client'
import type { RequestContext } from '../../requests/connection-context.ts'
import { askHost, type HandlerContext } from '../../requests/handler-support/ask-host.ts'

/** Handles `roots/list` if roots are declared. Call before connecting. */
export function handleRoots(client: Client, parts: HandlerContext): void {
  const { clientFeatures, onRequest } = parts.options
  if (!clientFeatures.roots) return
  client.setRequestHandler('roots/list', async (_request, { mcpReq }) => {
    const roots = await askHost(parts, {
      what: 'the request',
      run: (context, signal) => onRequest.listRoots(context, signal),
      signal: mcpReq.signal,
      id: mcpReq.id,
    })
    return { roots: roots.map(({ uri, name }) => (name === undefined ? { uri } : { uri, name })) }
  })
}

/**
 * Notifies a legacy server that the roots changed (MCP 2025-11-25, client/roots). The
 * modern era has no such notification: its servers get the current roots with every round.
 */
export async function sendRootsChanged({ session, context }: RequestContext): Promise<void> {
  if (!context.options.clientFeatures.roots || session.info.era !== 'legacy') return
  try {
    await session.client.sendRootsListChanged()
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    context.log.write(
      'warning',
      `The server could not be notified that its folders changed: ${words}`,
    )
  }
}
