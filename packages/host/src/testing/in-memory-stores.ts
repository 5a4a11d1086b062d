import {
  defaultSettings,
  type AuditRecord,
  type Conversation,
  type Entry,
  type Grant,
  type ModelProvider,
  type ServerConfig,
  type Tool,
  type Turn,
} from '@gatehouse/domain'
import type { Stores } from '../ports/index.ts'

/** Stores without a disk, for tests of use cases. */
export function createInMemoryStores(): Stores & { audited: AuditRecord[] } {
  const audited: AuditRecord[] = []
  let settings = defaultSettings
  return {
    audited,
    servers: memoryServers(),
    providers: memoryProviders(),
    conversations: memoryConversations(),
    turns: memoryTurns(),
    grants: memoryGrants(),
    audit: {
      append: (record) => void audited.push(record),
      list: (limit) => audited.slice(-limit).reverse(),
    },
    settings: {
      load: () => settings,
      save: (next) => void (settings = next),
    },
    close: () => undefined,
  }
}

function memoryServers(): Stores['servers'] {
  const servers = new Map<string, ServerConfig>()
  const tools = new Map<string, Tool[]>()
  return {
    list: () => [...servers.values()],
    save: (config) => void servers.set(config.id, config),
    remove: (id) => void servers.delete(id),
    cachedTools: (id) => tools.get(id) ?? null,
    cacheTools: (id, list) => void tools.set(id, list),
  }
}

function memoryProviders(): Stores['providers'] {
  const providers = new Map<string, ModelProvider>()
  return {
    list: () => [...providers.values()],
    save: (provider) => void providers.set(provider.id, provider),
    remove: (id) => void providers.delete(id),
  }
}

function memoryConversations(): Stores['conversations'] {
  const chats = new Map<string, Conversation>()
  const hidden = new Map<string, Conversation>()
  const move = (id: string, from: typeof chats, to: typeof chats): Conversation | null => {
    const conversation = from.get(id)
    if (!conversation) return null
    from.delete(id)
    to.set(id, conversation)
    return conversation
  }
  return {
    list: () => [...chats.values()].sort((a, b) => b.updatedAt - a.updatedAt),
    get: (id) => chats.get(id) ?? null,
    save: (conversation) => void chats.set(conversation.id, conversation),
    remove: (id) => void move(id, chats, hidden),
    restore: (id) => move(id, hidden, chats),
    purge: () => hidden.clear(),
  }
}

function memoryTurns(): Stores['turns'] {
  const turns = new Map<string, Turn>()
  const entries = new Map<string, Map<string, Entry>>()
  const whole = (turn: Turn): Turn => ({
    ...turn,
    entries: [...(entries.get(turn.id)?.values() ?? [])],
  })
  const where = (test: (turn: Turn) => boolean): Turn[] =>
    [...turns.values()].filter(test).map(whole)
  return {
    list: (conversationId) => where((turn) => turn.conversationId === conversationId),
    running: () => where((turn) => turn.status === 'running'),
    saveTurn: (turn) => void turns.set(turn.id, { ...turn, entries: [], preparing: null }),
    saveEntry(turnId, entry) {
      const list = entries.get(turnId) ?? new Map<string, Entry>()
      list.set(entry.id, entry)
      entries.set(turnId, list)
    },
  }
}

function memoryGrants(): Stores['grants'] {
  let grants: Grant[] = []
  return {
    find: (conversationId, serverId, toolName) =>
      grants.findLast(
        (grant) =>
          grant.conversationId === conversationId &&
          grant.serverId === serverId &&
          grant.toolName === toolName,
      ) ?? null,
    save: (grant) => void grants.push(grant),
    removeForServer(serverId) {
      grants = grants.filter((grant) => grant.serverId !== serverId)
    },
  }
}
