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

/** Stores without a disk, for tests of use cases. Values are copied on the way in, as a disk would. */
export function createInMemoryStores(): Stores & { audited: AuditRecord[] } {
  const servers = new Map<string, ServerConfig>()
  const tools = new Map<string, Tool[]>()
  const providers = new Map<string, ModelProvider>()
  const chats = new Map<string, Conversation>()
  const hidden = new Map<string, Conversation>()
  const turns = new Map<string, Turn>()
  const entries = new Map<string, Map<string, Entry>>()
  const grants: Grant[] = []
  const audited: AuditRecord[] = []
  let settings = defaultSettings

  const whole = (turn: Turn): Turn => ({
    ...turn,
    entries: [...(entries.get(turn.id)?.values() ?? [])],
  })

  return {
    audited,
    servers: {
      list: () => [...servers.values()],
      save: (config) => void servers.set(config.id, config),
      remove: (id) => void servers.delete(id),
      cachedTools: (id) => tools.get(id) ?? null,
      cacheTools: (id, list) => void tools.set(id, list),
    },
    providers: {
      list: () => [...providers.values()],
      save: (provider) => void providers.set(provider.id, provider),
      remove: (id) => void providers.delete(id),
    },
    conversations: {
      list: () => [...chats.values()].sort((a, b) => b.updatedAt - a.updatedAt),
      get: (id) => chats.get(id) ?? null,
      save: (conversation) => void chats.set(conversation.id, conversation),
      remove(id) {
        const conversation = chats.get(id)
        if (conversation) hidden.set(id, conversation)
        chats.delete(id)
      },
      restore(id) {
        const conversation = hidden.get(id)
        if (!conversation) return null
        hidden.delete(id)
        chats.set(id, conversation)
        return conversation
      },
      purge: () => hidden.clear(),
    },
    turns: {
      list: (conversationId) =>
        [...turns.values()].filter((turn) => turn.conversationId === conversationId).map(whole),
      running: () => [...turns.values()].filter((turn) => turn.status === 'running').map(whole),
      saveTurn: (turn) => void turns.set(turn.id, { ...turn, entries: [], preparing: null }),
      saveEntry(turnId, entry) {
        const list = entries.get(turnId) ?? new Map<string, Entry>()
        list.set(entry.id, entry)
        entries.set(turnId, list)
      },
    },
    grants: {
      find: (conversationId, serverId, toolName) =>
        grants.findLast(
          (grant) =>
            grant.conversationId === conversationId &&
            grant.serverId === serverId &&
            grant.toolName === toolName,
        ) ?? null,
      save: (grant) => void grants.push(grant),
      removeForServer(serverId) {
        for (let index = grants.length - 1; index >= 0; index -= 1)
          if (grants[index]?.serverId === serverId) grants.splice(index, 1)
      },
    },
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
