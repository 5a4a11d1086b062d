import { settingsSchema, type AuditRecord, type Settings } from '@gatehouse/domain'
import { createAskQueue, type AskQueue } from './asks/ask-queue.ts'
import { ChatService } from './chat/chat-service.ts'
import { ConversationBook } from './chat/conversation-book.ts'
import type { HostDependencies } from './dependencies.ts'
import { ProviderService } from './models/provider-service.ts'
import type { SecretVault } from './ports/index.ts'
import { ServerRegistry } from './servers/server-registry.ts'

type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined }

/** The whole host: what the composition root builds and the IPC handlers call. */
export interface Host {
  asks: AskQueue
  book: ConversationBook
  chats: ChatService
  providers: ProviderService
  servers: ServerRegistry
  vault: Pick<SecretVault, 'state' | 'probe'>
  settings(): Settings
  /** Fields that are absent or `undefined` stay as they are. */
  changeSettings(change: SettingsChange): Settings
  /** What was decided and done, latest first. */
  history(limit: number): AuditRecord[]
  /** Ends leftovers of a crash, starts the servers of the launch, looks for local models. */
  start(): Promise<void>
  /** Ends every turn, call and server process; then the stores. Runs each step even if one throws. */
  close(): Promise<void>
}

export function createHost(deps: HostDependencies): Host {
  const asks = createAskQueue(deps)
  const book = new ConversationBook(deps)
  const providers = new ProviderService(deps)
  const registry = new ServerRegistry(deps)
  const chats = new ChatService({ ...deps, asks, book, providers, registry })
  chats.recover()

  return {
    asks,
    book,
    chats,
    providers,
    servers: registry,
    vault: deps.vault,
    settings: () => deps.stores.settings.load(),
    history: (limit) => deps.stores.audit.list(limit),
    changeSettings(change) {
      const settings = settingsSchema.parse({
        ...deps.stores.settings.load(),
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      })
      deps.stores.settings.save(settings)
      deps.events.emit('settings.changed', settings)
      return settings
    },
    async start() {
      await deps.connections.reapLeftovers()
      deps.stores.conversations.purge()
      registry.launch()
      await providers.discover()
    },
    async close() {
      await Promise.allSettled([chats.close(), registry.close()])
      deps.stores.close()
    },
  }
}
