import type { AuditRecord } from '@gatehouse/domain'
import type {
  AskStore,
  AttachmentStore,
  AuditStore,
  ConversationStore,
  FollowStore,
  GrantStore,
  PromptPinStore,
  SearchStore,
  Stores,
  TaskStore,
  BlobStore,
  TurnStore,
} from '../ports/index.ts'
import { redactedRecord } from './redacted-record.ts'
import type { TemporaryChats } from './temporary-chats.ts'

/**
 * The stores, with temporary chats in memory: no row, file or word of them is on disk. The record of decisions is on
 * disk for all chats; for temporary ones without their text.
 */
export function withTemporaryChats(disk: Stores, chats: TemporaryChats): Stores {
  return {
    ...disk,
    conversations: conversationsOf(disk.conversations, chats),
    turns: withTemporaryTurns(disk.turns, chats),
    attachments: attachmentsOf(disk.attachments, chats),
    blobs: withTemporaryBlobs(disk.blobs, chats),
    search: searchOf(disk.search, chats),
    tasks: tasksOf(disk.tasks, chats),
    grants: grantsOf(disk.grants, chats),
    promptPins: pinsOf(disk.promptPins, chats),
    follows: followsOf(disk.follows, chats),
    audit: auditOf(disk.audit, chats),
    asks: asksOf(disk, chats),
    transaction: (work) =>
      disk.transaction(() => (chats.memory ? chats.memory.transaction(work) : work())),
    close() {
      chats.memory?.close()
      disk.close()
    },
  }
}

function conversationsOf(disk: ConversationStore, chats: TemporaryChats): ConversationStore {
  const of = (id: string): ConversationStore =>
    chats.has(id) ? chats.stores().conversations : disk
  return {
    list: () =>
      [...(chats.memory?.conversations.list() ?? []), ...disk.list()].toSorted(
        (one, other) => other.updatedAt - one.updatedAt,
      ),
    withQueue: () => [...(chats.memory?.conversations.withQueue() ?? []), ...disk.withQueue()],
    get: (id) => of(id).get(id),
    save(conversation) {
      if (chats.has(conversation.id)) chats.stores().conversations.save(conversation)
      else if (conversation.isTemporary !== true) disk.save(conversation)
      else if (!chats.wasTemporary(conversation.id)) chats.begin(conversation)
    },
    saveHidden: (conversation) => disk.saveHidden(conversation),
    remove(id) {
      if (chats.has(id)) chats.end(id)
      else disk.remove(id)
    },
    restore: (id) => (chats.wasTemporary(id) ? null : disk.restore(id)),
    hidden: () => disk.hidden(),
    purge: (ids) => disk.purge(ids),
  }
}

function attachmentsOf(disk: AttachmentStore, chats: TemporaryChats): AttachmentStore {
  const of = (id: string): AttachmentStore => (chats.has(id) ? chats.stores().attachments : disk)
  return {
    list: (id) => of(id).list(id),
    add(id, attachment) {
      if (chats.has(id) || !chats.wasTemporary(id)) of(id).add(id, attachment)
    },
    replace: (id, attachment) => of(id).replace(id, attachment),
    exchange: (id, oldId, attachment) => of(id).exchange(id, oldId, attachment),
    remove: (id, attachmentId) => of(id).remove(id, attachmentId),
    clear: (id) => of(id).clear(id),
  }
}

/** Temporary chats are found in themselves, and not from elsewhere. */
const searchOf = (disk: SearchStore, chats: TemporaryChats): SearchStore => ({
  ...disk,
  search(query, limit, options) {
    const store = chats.has(options?.filter?.conversationId) ? chats.stores().search : disk
    return store.search(query, limit, options)
  },
})

const tasksOf = (disk: TaskStore, chats: TemporaryChats): TaskStore => ({
  list: () => [...disk.list(), ...(chats.memory?.tasks.list() ?? [])],
  save(task) {
    if (chats.has(task.conversationId)) chats.stores().tasks.save(task)
    else if (!chats.wasTemporary(task.conversationId)) disk.save(task)
  },
  remove(id) {
    disk.remove(id)
    chats.memory?.tasks.remove(id)
  },
})

/** Permissions for a temporary chat end with it; those for longer are kept as any others are. */
function grantsOf(disk: GrantStore, chats: TemporaryChats): GrantStore {
  const holding = (id: string): GrantStore => {
    const memory = chats.memory?.grants
    return memory?.has(id) === true ? memory : disk
  }
  const isOfChat: (grant: Parameters<GrantStore['save']>[0]) => boolean = ({ scope }) =>
    scope.kind === 'chat' && chats.has(scope.conversationId)
  const storeOf = (grant: Parameters<GrantStore['save']>[0]): GrantStore =>
    isOfChat(grant) ? chats.stores().grants : disk
  return {
    find: (id, serverId, toolName) => [
      ...(chats.has(id) ? chats.stores().grants.find(id, serverId, toolName) : []),
      ...disk.find(id, serverId, toolName),
    ],
    findTrust: (serverId, toolName) => disk.findTrust(serverId, toolName),
    list: () => [...(chats.memory?.grants.list() ?? []), ...disk.list()],
    tools: (serverId, limit) =>
      [
        ...(chats.memory?.grants.tools(serverId, limit) ?? []),
        ...disk.tools(serverId, limit),
      ].slice(0, limit),
    has: (id) => holding(id).has(id),
    save: (grant, definition) => storeOf(grant).save(grant, definition),
    saveAll(given) {
      const ofChats = given.filter(({ grant }) => isOfChat(grant))
      if (ofChats.length > 0) chats.stores().grants.saveAll(ofChats)
      disk.saveAll(given.filter(({ grant }) => !isOfChat(grant)))
    },
    definition: (id) => holding(id).definition(id),
    used: (id, at) => holding(id).used(id, at),
    remove: (id) => holding(id).remove(id),
    removeForServer(serverId) {
      chats.memory?.grants.removeForServer(serverId)
      disk.removeForServer(serverId)
    },
  }
}

const pinsOf = (disk: PromptPinStore, chats: TemporaryChats): PromptPinStore => ({
  list: (serverId, promptName) =>
    [
      ...(chats.memory?.promptPins.list(serverId, promptName) ?? []),
      ...disk.list(serverId, promptName),
    ].toSorted((one, other) => other.sentAt - one.sentAt),
  save: (pin) => (chats.storesOfTurn(pin.sentIn.turnId)?.promptPins ?? disk).save(pin),
  removeForServer(serverId) {
    chats.memory?.promptPins.removeForServer(serverId)
    disk.removeForServer(serverId)
  },
})

function followsOf(disk: FollowStore, chats: TemporaryChats): FollowStore {
  const of = (id: string): FollowStore => (chats.has(id) ? chats.stores().follows : disk)
  return {
    list: (id) => of(id).list(id),
    unchanged: (serverId, limit) =>
      [
        ...(chats.memory?.follows.unchanged(serverId, limit) ?? []),
        ...disk.unchanged(serverId, limit),
      ].slice(0, limit),
    save(follow) {
      const { conversationId: id } = follow
      if (chats.has(id) || !chats.wasTemporary(id)) of(id).save(follow)
    },
    remove: (id, attachmentId) => of(id).remove(id, attachmentId),
    removeForServer(serverId) {
      chats.memory?.follows.removeForServer(serverId)
      disk.removeForServer(serverId)
    },
  }
}

const auditOf = (disk: AuditStore, chats: TemporaryChats): AuditStore => ({
  append: (record, about = []) => disk.append(forDisk(record, chats, about)),
  list: (limit) => disk.list(limit),
  latest: (limit) => disk.latest(limit),
  page: (request) => disk.page(request),
  get: (id) => disk.get(id),
  check: () => disk.check(),
  countOld: (age) => disk.countOld(age),
  deleteOld: (age, options) => disk.deleteOld(age, options),
  lines: () => disk.lines(),
})

function asksOf({ asks: disk, audit }: Stores, chats: TemporaryChats): AskStore {
  return {
    pending: () => disk.pending(),
    save(ask) {
      if (chats.isOfAsk(ask)) chats.noteAsk(ask.id)
      else disk.save(ask)
    },
    settle(id, record) {
      if (!chats.hasAsk(id)) return disk.settle(id, record && forDisk(record, chats))
      if (record) audit.append(redactedRecord(record))
      chats.takeAsk(id)
    },
    clear: () => disk.clear(),
  }
}

const forDisk = (
  record: AuditRecord,
  chats: TemporaryChats,
  about: readonly string[] = [],
): AuditRecord =>
  [record.conversationId, ...about].some((id) => id !== null && chats.wasTemporary(id))
    ? redactedRecord(record)
    : record

/** Data of temporary chats in memory, all other in files. What is read is wherever it is. */
function withTemporaryBlobs(disk: BlobStore, chats: TemporaryChats): BlobStore {
  const holding = async (hash: string): Promise<BlobStore> => {
    const memory = chats.memory?.blobs
    return memory && (await memory.size(hash)) !== null ? memory : disk
  }
  return {
    async put(source, conversationId) {
      if (conversationId === undefined || !chats.wasTemporary(conversationId))
        return disk.put(source)
      // Of a chat that ended meanwhile nothing is kept: who waits for this finds nothing to write it to.
      return chats.stores().blobs.put(source)
    },
    text: async (ref, range) => (await holding(ref.hash)).text(ref, range),
    data: async (ref) => (await holding(ref.hash)).data(ref),
    read: async (hash, range) => (await holding(hash)).read(hash, range),
    size: async (hash) => (await holding(hash)).size(hash),
    discard: (hash, putBy) => disk.discard(hash, putBy),
    collect: () => disk.collect(),
  }
}

/** The turns of temporary chats in memory, all others on disk. What comes of a chat that ended is dropped. */
function withTemporaryTurns(disk: TurnStore, chats: TemporaryChats): TurnStore {
  const ofChat = (id: string): TurnStore => (chats.has(id) ? chats.stores().turns : disk)
  const ofTurn = (id: string): TurnStore => chats.storesOfTurn(id)?.turns ?? disk
  const write = (turnId: string, work: (turns: TurnStore) => void): void => {
    if (!chats.isOver(turnId)) work(ofTurn(turnId))
  }
  return {
    page: (id, request) => ofChat(id).page(id, request),
    lastTurnId: (id) => ofChat(id).lastTurnId(id),
    turnOf: (id, entryId) => ofChat(id).turnOf(id, entryId),
    nodes: (id) => ofChat(id).nodes(id),
    get: (id) => ofTurn(id).get(id),
    getWithoutEntries: (id) => ofTurn(id).getWithoutEntries(id),
    isShown: (id) => ofTurn(id).isShown(id),
    versions: (id) => ofTurn(id).versions(id),
    withEntry: (id, entryId) => ofTurn(id).withEntry(id, entryId),
    sizes: (id, range) => ofChat(id).sizes(id, range),
    keptBytes: (id) => ofChat(id).keptBytes(id),
    size: (id) => ofTurn(id).size(id),
    providerParts: (id) => ofTurn(id).providerParts(id),
    requestSnapshots: (id) => ofTurn(id).requestSnapshots(id),
    textByHash: (hash) => chats.memory?.turns.textByHash(hash) ?? disk.textByHash(hash),
    addImported: (rows) => disk.addImported(rows),
    running: () => disk.running(),
    withOpenEntries: () => disk.withOpenEntries(),
    // Definitions of tools, which every chat shares; the texts of a chat come with its snapshots.
    saveTexts: (texts) => disk.saveTexts(texts),
    show: (id) => write(id, (turns) => turns.show(id)),
    saveTurn(turn) {
      chats.noteTurn(turn.id, turn.conversationId)
      write(turn.id, (turns) => turns.saveTurn(turn))
    },
    saveEntry: (id, entry) => write(id, (turns) => turns.saveEntry(id, entry)),
    appendText: (id, entryId, piece) => write(id, (turns) => turns.appendText(id, entryId, piece)),
    saveProviderParts: (id, entryId, parts) =>
      write(id, (turns) => turns.saveProviderParts(id, entryId, parts)),
    saveRequestSnapshot: (id, snapshot, texts) =>
      write(id, (turns) => turns.saveRequestSnapshot(id, snapshot, texts)),
  }
}
