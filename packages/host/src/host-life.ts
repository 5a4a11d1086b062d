import type { AskQueue } from './ask-queue/ask-queue.ts'
import type { AuditRetention } from './audit/audit-retention.ts'
import type { ChatService } from './chat/chat-service.ts'
import type { SearchService } from './chat/conversations/search-service.ts'
import type { HostDependencies } from './dependencies.ts'
import type { createStartDiscovery } from './model-providers/start-discovery.ts'
import { runEach } from './run-each.ts'
import type { createSecretServices } from './secret-inventory/create-secret-services.ts'
import type { ServerImports } from './server-import/server-imports.ts'
import type { ServerRegistry } from './servers/server-registry.ts'
import type { createTasks } from './tasks/create-tasks.ts'

const STORES_WITH_REMOVAL = ['conversations', 'workspaces'] as const

/** See `Host`, whose members these are. */
interface HostLife {
  start(options?: { holdServers?: boolean }): Promise<void>
  startServers(): void
  close(): Promise<void>
}

interface Closing {
  close(): unknown
}

interface Parts extends Pick<HostDependencies, 'stores' | 'connections'> {
  asks: Pick<AskQueue, 'quitting'>
  chats: ChatService
  imports: Pick<ServerImports, 'closeAll' | 'removeUnusedBundles'>
  search: SearchService
  auditRetention: AuditRetention
  registry: ServerRegistry
  tasks: ReturnType<typeof createTasks>
  secrets: Pick<ReturnType<typeof createSecretServices>, 'tidy'>
  discovery: ReturnType<typeof createStartDiscovery>
  health: Closing
  workspaces: Closing
  titles: Closing
  /** Settles once the keychain was used. */
  used: Promise<void>
}

/** The start and the end of the host. What was removed by then is what a start ends for good. */
export function lifeOf(parts: Parts): HostLife {
  const { stores, registry, search, auditRetention, tasks, discovery } = parts
  // What the person removes from here on can be brought back until the next start.
  const removed = STORES_WITH_REMOVAL.map((name) => ({ name, ids: stores[name].hidden() }))
  const startServers = (): void => {
    registry.launch()
    tasks.resumption.resume()
  }
  return {
    startServers,
    async start({ holdServers = false } = {}) {
      // Not before the keychain is used for something else: reading may unlock it.
      void parts.used.then(() => parts.secrets.tidy()).catch(() => undefined)
      await runEach([
        () => parts.connections.reapLeftovers(),
        ...removed.map(
          ({ name, ids }) =>
            () =>
              stores[name].purge(ids),
        ),
        () => void stores.blobs.collect().catch(() => 0),
        () => void parts.imports.removeUnusedBundles(),
        ...(holdServers ? [] : [startServers]),
        () => search.start(),
        () => auditRetention.start(),
        () => discovery.start(),
      ])
    },
    async close() {
      const { health, workspaces, titles } = parts
      await runEach([
        () => parts.asks.quitting(),
        ...[discovery, health, search, workspaces, titles].map((part) => () => part.close()),
        () => parts.imports.closeAll(),
        () => closeAll([parts.chats, tasks.resumption, registry, auditRetention], parts),
      ])
    },
  }
}

/** The stores last: what ends is written down. */
async function closeAll(
  parts: readonly { close(): Promise<unknown> }[],
  { stores }: Pick<HostDependencies, 'stores'>,
): Promise<void> {
  // A part may throw before there is a promise.
  await Promise.allSettled(parts.map(async (part) => part.close()))
  stores.close()
}
