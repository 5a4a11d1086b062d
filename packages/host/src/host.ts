import type { Settings } from '@gatehouse/domain'
import { createAskQueue, type AskQueue } from './asks/ask-queue.ts'
import { createChatService, type ChatService } from './chat/chat-service.ts'
import { createConversationBook, type ConversationBook } from './chat/conversation-book.ts'
import type { HostDependencies } from './dependencies.ts'
import { createProviderService, type ProviderService } from './models/provider-service.ts'
import { createServerRegistry, type ServerRegistry } from './servers/server-registry.ts'

/** The whole host: what the composition root builds and the IPC handlers call. */
export interface Host {
  asks: AskQueue
  book: ConversationBook
  chats: ChatService
  providers: ProviderService
  servers: ServerRegistry
  changeSettings(change: Partial<Settings>): Settings
  /** Ends leftovers of a crash, starts the servers of the launch, looks for local models. */
  start(): Promise<void>
  /** Ends every turn, call and server process; then the stores. Runs each step even if one throws. */
  close(): Promise<void>
}

export function createHost(deps: HostDependencies): Host {
  const asks = createAskQueue(deps)
  const book = createConversationBook(deps)
  const providers = createProviderService(deps)
  const registry = createServerRegistry(deps)
  const chats = createChatService({ ...deps, asks, book, providers, registry })
  chats.recover()

  return {
    asks,
    book,
    chats,
    providers,
    servers: registry,
    changeSettings(change) {
      const settings = { ...deps.stores.settings.load(), ...change }
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
