import type { RequestParts } from '../../requests/run-request.ts'

/**
 * Tells a server of the legacy era to ask for the roots again (MCP 2025-11-25, client/roots). The
 * modern era has no such notification: its servers get the present roots with every round.
 */
export async function rootsChanged({ session, context }: RequestParts): Promise<void> {
  if (!context.options.clientFeatures.roots || session.info.era !== 'legacy') return
  try {
    await session.client.sendRootsListChanged()
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    context.log.say('warning', `The server was not told that its folders changed: ${words}`)
  }
}
