import { DisposableStore, runEach, type Disposable } from '@gatehouse/base'
import type { AskQueue } from './ask-queue/ask-queue.ts'
import type { AuditRetention } from './audit/audit-retention.ts'
import type { ChatService } from './chat/chat-service.ts'
import type { SearchService } from './chat/conversations/search-service.ts'
import type { HostDependencies } from './dependencies.ts'
import type { createStartDiscovery } from './model-providers/start-discovery.ts'
import type { createSecretServices } from './secret-inventory/create-secret-services.ts'
import type { PackageInstalls } from './package-installs/package-installs.ts'
import type { ServerImports } from './server-import/server-imports.ts'
import type { ServerRegistry } from './servers/server-registry.ts'
import type { createTasks } from './tasks/create-tasks.ts'

const STORES_WITH_REMOVAL = ['conversations', 'workspaces'] as const

/** Start and end of the host. */
export interface HostLife {
  /**
   * Ends leftovers of a crash, deletes items that were removed in earlier runs, starts the servers of the launch,
   * and looks for local models. With `holdServers` no server is started until `startServers`. Runs each step even
   * if one throws.
   */
  start(options?: { holdServers?: boolean }): Promise<void>
  /** Starts the servers of the launch, and continues with the unfinished tasks at servers. */
  startServers(): void
  /** Ends every turn, call and server process, then the stores. Runs each step even if one throws. */
  close(): Promise<void>
}

interface Closing {
  close(): unknown
}

interface Parts extends Pick<HostDependencies, 'stores' | 'connections' | 'managedRuntimes'> {
  asks: Pick<AskQueue, 'quitting'>
  chats: ChatService
  imports: Pick<ServerImports, 'closeAll' | 'removeUnusedBundles'>
  installs: Pick<PackageInstalls, 'removeUnused'>
  search: SearchService
  auditRetention: AuditRetention
  registry: ServerRegistry
  tasks: ReturnType<typeof createTasks>
  secrets: Pick<ReturnType<typeof createSecretServices>, 'tidy'>
  discovery: ReturnType<typeof createStartDiscovery>
  health: Closing
  workspaces: Closing
  appViews: { closeAll(): void }
  titles: Closing
  /** Those of all parts. */
  timers: Disposable
  /** Settles once the keychain was used. */
  used: Promise<void>
}

/** The start and the end of the host. What was removed by then is what a start ends for good. */
export function lifeOf(parts: Parts): HostLife {
  const { stores, registry, search, auditRetention, tasks, discovery } = parts
  const owner = ownerOf(parts)
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
        () => void parts.installs.removeUnused(),
        () => void parts.managedRuntimes.removeLeftovers(),
        ...(holdServers ? [] : [startServers]),
        () => search.start(),
        () => auditRetention.start(),
        () => discovery.start(),
      ])
    },
    async close() {
      await owner.dispose()
    },
  }
}

/** Owns what runs. The newest goes first and the stores last: what ends is written down. */
function ownerOf(parts: Parts): DisposableStore {
  const { stores, registry, search, auditRetention, tasks, discovery } = parts
  const { chats, imports, health, workspaces, titles } = parts
  const owner = new DisposableStore('host')
  const add = (close: () => unknown): unknown => owner.add({ dispose: close })
  add(() => stores.close())
  owner.add(parts.timers)
  add(() => endAll([chats, tasks.resumption, registry, auditRetention]))
  add(() => imports.closeAll())
  for (const part of [titles, workspaces, search, health, discovery]) add(() => part.close())
  add(() => parts.appViews.closeAll())
  add(() => parts.asks.quitting())
  return owner
}

/** Turns, tasks and servers end side by side. Never rejects: each has written down what it could. */
async function endAll(parts: readonly { close(): Promise<unknown> }[]): Promise<void> {
  // A part may throw before there is a promise.
  await Promise.allSettled(parts.map(async (part) => part.close()))
}
