import {
  defaultSettings,
  type Ask,
  type Attachment,
  type AuditRecord,
  type NegotiatedProtocol,
  type Conversation,
  type DataFlowRule,
  type InstructionsDecision,
  type Grant,
  type GrantUse,
  type ModelProvider,
  type PromptPin,
  type ServerConfig,
  type ServerLists,
  type ServerTask,
  type Settings,
  type Tool,
  type Workspace,
} from '@gatehouse/domain'
import type { AppPin } from '@gatehouse/domain/apps'
import type { AuditDeletion } from '@gatehouse/domain/audit'
import type { SamplingPolicy, SavedFormValues } from '@gatehouse/domain/server-requests'
import type { AuditAge, Stores } from '../ports/index.ts'
import { createInMemoryBlobs, type InMemoryBlobs } from './in-memory-blobs.ts'
import { createInMemoryFollows } from './in-memory-follows.ts'
import { createInMemoryTurns } from './in-memory-turns.ts'

/** Stores without a disk, for tests of use cases. */
export function createInMemoryStores(): Stores & {
  audited: AuditRecord[]
  blobs: InMemoryBlobs
} {
  const audited: AuditRecord[] = []
  const asks = new Map<string, Ask>()
  const conversations = memoryConversations()
  const workspaces = memoryWorkspaces()
  const workspaceOf = (id: string): string | undefined =>
    workspaces.list().find((one) => one.id === conversations.get(id)?.workspaceId)?.id
  // Steps of scripted models are for turns alone.
  let settings: Settings = { ...defaultSettings, titleModel: null }
  return {
    audited,
    servers: memoryServers(),
    providers: memoryProviders(),
    conversations,
    turns: createInMemoryTurns(),
    attachments: memoryAttachments(),
    blobs: createInMemoryBlobs(),
    // Words are found in the real store alone.
    search: {
      search: () => ({ hits: [], next: null }),
      choices: () => ({ models: [], tools: [], next: null }),
      entryIds: () => [],
      isIndexing: () => false,
      indexMore: () => false,
      isErasing: () => false,
      eraseMore: () => false,
    },
    tasks: memoryTasks(),
    grants: memoryGrants(workspaceOf),
    sampling: memorySampling((record) => void audited.push(record)),
    dataFlows: memoryDataFlows((record) => void audited.push(record)),
    instructions: memoryInstructions((record) => void audited.push(record)),
    promptPins: memoryPromptPins(),
    appPins: memoryAppPins(),
    formValues: memoryFormValues(),
    follows: createInMemoryFollows((id) => conversations.get(id) !== null),
    audit: memoryAudit(audited),
    auditKey: unsigned,
    asks: {
      pending: () => [...asks.values()],
      save: (ask) => void asks.set(ask.id, ask),
      settle(id, record) {
        asks.delete(id)
        if (record) audited.push(record)
      },
      clear: () => asks.clear(),
    },
    workspaces,
    settings: {
      load: () => settings,
      save(next, record) {
        settings = next
        if (record) audited.push(record)
      },
    },
    // What was saved before it throws stays: that it goes is tested with the real store.
    transaction: (work) => work(),
    close: () => undefined,
  }
}

/** Signatures are of the real store alone. */
const unsigned: Stores['auditKey'] = {
  use: () => undefined,
  create() {
    const place = unsigned.head()
    return { secret: '0'.repeat(64), begins: place, anchor: place }
  },
  head: () => ({ record: 0, hash: '', at: null }),
  holds: () => true,
}

function memoryAudit(audited: AuditRecord[]): Stores['audit'] {
  return {
    append: (record) => void audited.push(record),
    list: (limit) => audited.slice(-limit).reverse(),
    latest: (limit) => Promise.resolve(audited.slice(-limit).reverse()),
    // Pages and hashes are of the real store alone.
    page: () => Promise.resolve({ rows: [], next: null, first: 0, last: 0 }),
    get: (id) => Promise.resolve(audited.find((one) => one.id === id) ?? null),
    check: () =>
      Promise.resolve({
        records: audited.length,
        unchained: 0,
        head: '',
        deleted: 0,
        restored: 0,
        signatures: { key: 'closed', signed: 0, begins: 0, through: 0, anchored: 0, earlier: 0 },
        fault: null,
      }),
    countOld: ({ before }) => Promise.resolve(audited.filter(({ at }) => at < before).length),
    deleteOld: (age, options) =>
      Promise.resolve(age ? deleteOldRecords(audited, age, options.record) : 0),
    async *lines() {
      for (const record of audited) yield JSON.stringify(record)
    },
  }
}

/** As the real store does, without hashes and all at once. */
function deleteOldRecords(
  audited: AuditRecord[],
  { before }: AuditAge,
  record: (id: string, deletion: AuditDeletion) => AuditRecord | null,
): number {
  const firstNew = audited.findIndex(({ at }) => at >= before)
  const records = firstNew === -1 ? audited.length : firstNew
  if (records === 0) return 0
  const cut = { first: 1, through: records, previous: '', head: '', before, fault: null }
  const entry = record('cut-1', { ...cut, records })
  if (entry === null) return 0
  audited.splice(0, records)
  audited.push(entry)
  return records
}

function memoryAttachments(): Stores['attachments'] {
  const drafts = new Map<string, Attachment[]>()
  const list = (chat: string): Attachment[] => drafts.get(chat) ?? []
  return {
    list,
    add: (chat, attachment) => void drafts.set(chat, [...list(chat), attachment]),
    replace: (chat, attachment) =>
      void drafts.set(
        chat,
        list(chat).map((one) => (one.id === attachment.id ? attachment : one)),
      ),
    exchange: (chat, id, attachment) =>
      void drafts.set(
        chat,
        list(chat).map((one) => (one.id === id ? attachment : one)),
      ),
    remove: (chat, id) =>
      void drafts.set(
        chat,
        list(chat).filter((one) => one.id !== id),
      ),
    clear: (chat) => void drafts.delete(chat),
  }
}

function memoryServers(): Stores['servers'] {
  const servers = new Map<string, ServerConfig>()
  const tools = new Map<string, Tool[]>()
  const protocols = new Map<string, NegotiatedProtocol>()
  const lists = new Map<string, ServerLists>()
  const none: ServerLists = { prompts: null, resources: null, templates: null }
  return {
    list: () => [...servers.values()],
    save: (config) => void servers.set(config.id, config),
    remove: (id) => void servers.delete(id),
    cachedTools: (id) => tools.get(id) ?? null,
    cacheTools: (id, list) => void tools.set(id, list),
    cachedLists: (id) => lists.get(id) ?? none,
    cacheList: (id, name, list) => void lists.set(id, { ...(lists.get(id) ?? none), [name]: list }),
    forgetLists(id) {
      for (const forgotten of [lists, tools, protocols]) forgotten.delete(id)
    },
    negotiatedProtocol: (id) => protocols.get(id) ?? null,
    saveNegotiatedProtocol: (id, protocol) =>
      void (protocol ? protocols.set(id, protocol) : protocols.delete(id)),
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
    withQueue: () => [...chats.values()].filter(({ queue }) => queue !== undefined),
    get: (id) => chats.get(id) ?? null,
    save: (conversation) => void chats.set(conversation.id, conversation),
    saveHidden: (conversation) => void hidden.set(conversation.id, conversation),
    remove: (id) => void move(id, chats, hidden),
    restore: (id) => move(id, hidden, chats),
    hidden: () => [...hidden.keys()],
    purge: (ids = [...hidden.keys()]) => ids.forEach((id) => hidden.delete(id)),
  }
}

function memoryTasks(): Stores['tasks'] {
  const tasks = new Map<string, ServerTask>()
  return {
    list: () => [...tasks.values()],
    save: (task) => void tasks.set(task.id, task),
    remove: (id) => void tasks.delete(id),
  }
}

const PLACES = ['chat', 'workspace', 'always']

function memoryGrants(
  workspaceOf: (conversationId: string) => string | undefined,
): Stores['grants'] {
  let grants: (Grant & GrantUse)[] = []
  const isSame = (one: Grant, other: Grant): boolean =>
    one.serverId === other.serverId &&
    one.toolName === other.toolName &&
    JSON.stringify(one.scope) === JSON.stringify(other.scope)
  const ofServer = (id: string) => grants.filter(({ serverId }) => serverId === id)
  const definitions = new Map<string, string>()
  const save = (grant: Grant, definition?: string): void => {
    if (definition !== undefined) definitions.set(grant.id, definition)
    const { uses = 0, lastUsedAt = null } = grants.find(({ id }) => id === grant.id) ?? {}
    grants = [...grants.filter((one) => !isSame(one, grant)), { ...grant, uses, lastUsedAt }]
  }
  return {
    find: (conversationId, serverId, toolName) =>
      grants
        .filter(
          (grant) =>
            grant.serverId === serverId &&
            grant.toolName === toolName &&
            (grant.scope.kind === 'always' ||
              (grant.scope.kind === 'chat' && grant.scope.conversationId === conversationId) ||
              (grant.scope.kind === 'workspace' &&
                grant.scope.workspaceId === workspaceOf(conversationId))),
        )
        .sort((a, b) => PLACES.indexOf(a.scope.kind) - PLACES.indexOf(b.scope.kind)),
    findTrust: (serverId, toolName) =>
      ofServer(serverId).find((one) => one.toolName === toolName && one.scope.kind === 'by-mode'),
    list: () => grants.toReversed(),
    tools: (serverId, limit) => ofServer(serverId).toReversed().slice(0, limit),
    has: (id) => grants.some((grant) => grant.id === id),
    save,
    saveAll: (given) => given.forEach(({ grant, definition }) => save(grant, definition)),
    definition: (id) => definitions.get(id) ?? null,
    used(id, at) {
      grants = grants.map((one) =>
        one.id === id ? { ...one, uses: one.uses + 1, lastUsedAt: at } : one,
      )
    },
    remove(id) {
      grants = grants.filter((grant) => grant.id !== id)
    },
    removeForServer(serverId) {
      grants = grants.filter((grant) => grant.serverId !== serverId)
    },
  }
}

function memoryWorkspaces(): Stores['workspaces'] {
  const rows = new Map<string, { workspace: Workspace; removed: boolean }>()
  const asked = new Map<string, string>()
  const set = (id: string, removed: boolean): void => {
    const row = rows.get(id)
    if (row) rows.set(id, { ...row, removed })
  }
  return {
    list: () => [...rows.values()].flatMap((row) => (row.removed ? [] : [row.workspace])),
    save: (workspace) =>
      void rows.set(workspace.id, {
        workspace,
        removed: rows.get(workspace.id)?.removed ?? false,
      }),
    remove: (id) => set(id, true),
    restore(id) {
      set(id, false)
      return rows.get(id)?.workspace ?? null
    },
    hidden: () => [...rows].flatMap(([id, { removed }]) => (removed ? [id] : [])),
    purge(ids) {
      for (const [id, { removed }] of rows)
        if (removed && (ids?.includes(id) ?? true)) rows.delete(id)
    },
    askedAs: (serverId) => asked.get(serverId) ?? null,
    markAsked: (serverId, identity) => void asked.set(serverId, identity),
    forgetServer(serverId) {
      asked.delete(serverId)
      for (const row of rows.values())
        row.workspace = {
          ...row.workspace,
          folders: row.workspace.folders.map((folder) => ({
            ...folder,
            servers: folder.servers.filter((id) => id !== serverId),
          })),
        }
    },
  }
}

function memoryDataFlows(append: (record: AuditRecord) => void): Stores['dataFlows'] {
  let rules: DataFlowRule[] = []
  const others = ({ fromId, toId }: Pick<DataFlowRule, 'fromId' | 'toId'>): DataFlowRule[] =>
    rules.filter((one) => one.fromId !== fromId || one.toId !== toId)
  return {
    rules: () => rules,
    save(rule, record) {
      rules = [...others(rule), rule]
      append(record)
    },
    remove(pair, record) {
      rules = others(pair)
      append(record)
    },
    removeForServer(serverId) {
      rules = rules.filter(({ fromId, toId }) => fromId !== serverId && toId !== serverId)
    },
  }
}

function memoryInstructions(append: (record: AuditRecord) => void): Stores['instructions'] {
  const decisions = new Map<string, InstructionsDecision>()
  return {
    list: () => [...decisions.values()],
    save(decision, record) {
      decisions.set(decision.serverId, decision)
      append(record)
    },
    removeForServer: (serverId) => void decisions.delete(serverId),
  }
}

function memoryAppPins(): Stores['appPins'] {
  const pins = new Map<string, AppPin>()
  const keyOf = (serverId: string, uri: string): string => JSON.stringify([serverId, uri])
  return {
    get: (serverId, uri) => pins.get(keyOf(serverId, uri)) ?? null,
    ofServer: (serverId) => [...pins.values()].filter((pin) => pin.serverId === serverId),
    save: (pin) => void pins.set(keyOf(pin.serverId, pin.uri), pin),
    removeForServer(serverId) {
      for (const [key, pin] of pins) if (pin.serverId === serverId) pins.delete(key)
    },
  }
}

function memoryPromptPins(): Stores['promptPins'] {
  let pins: PromptPin[] = []
  const isSame = (one: PromptPin, other: PromptPin): boolean =>
    one.serverId === other.serverId &&
    one.promptName === other.promptName &&
    one.arguments === other.arguments
  return {
    list: (serverId, promptName) =>
      pins.filter((one) => one.serverId === serverId && one.promptName === promptName),
    save(pin) {
      pins = [pin, ...pins.filter((one) => !isSame(one, pin))]
    },
    removeForServer(serverId) {
      pins = pins.filter((one) => one.serverId !== serverId)
    },
  }
}

function memoryFormValues(): Stores['formValues'] {
  const rows = new Map<string, SavedFormValues>()
  return {
    list: () => [...rows.values()],
    save: (values) => void rows.set(values.serverId, values),
    removeForServer: (serverId) => void rows.delete(serverId),
  }
}

function memorySampling(append: (record: AuditRecord) => void): Stores['sampling'] {
  const policies = new Map<string, SamplingPolicy>()
  const runs = new Map<string, { serverId: string; day: string; tokens: number }>()
  return {
    policies: () => [...policies.values()],
    savePolicy(policy, record) {
      policies.set(policy.serverId, policy)
      append(record)
    },
    removePolicy(serverId, record) {
      policies.delete(serverId)
      append(record)
    },
    reserve: ({ id, ...run }) => void runs.set(id, run),
    settle(id, tokens) {
      const run = runs.get(id)
      if (run) runs.set(id, { ...run, tokens })
    },
    usage(serverId, day) {
      const own = [...runs.values()].filter((run) => run.serverId === serverId && run.day === day)
      const tokens = own.reduce((sum, run) => sum + run.tokens, 0)
      return { day, tokens, requests: own.length }
    },
    removeForServer(serverId) {
      policies.delete(serverId)
      for (const [id, run] of runs) if (run.serverId === serverId) runs.delete(id)
    },
  }
}
