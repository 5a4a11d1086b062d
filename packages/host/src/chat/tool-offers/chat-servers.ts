import type { ManagedServer } from '../../servers/managed-server.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'

/** The servers whose tools a chat offers: those chosen for it, or all that can be offered. */
export function serversOfChat(
  serverIds: string[] | null,
  registry: ServerRegistry,
): ManagedServer[] {
  const offered = registry.offered()
  return serverIds === null
    ? offered
    : offered.filter((server) => serverIds.includes(server.config.id))
}
