import type {
  Attachment,
  Ask,
  AuditRecord,
  BlobRef,
  BlobSource,
  NegotiatedProtocol,
  Conversation,
  DataFlowRule,
  Entry,
  FileSource,
  InstructionsDecision,
  EntryPosition,
  Grant,
  GrantUse,
  ModelProvider,
  PromptPin,
  ProviderParts,
  ServerConfig,
  ServerListName,
  ServerLists,
  ServerTask,
  Settings,
  Tool,
  TranscriptPage,
  Turn,
  ModelRequestSnapshot,
  TurnVersions,
  Workspace,
} from '@gatehouse/domain'
import type { SamplingPolicy, SamplingUsage } from '@gatehouse/domain/server-requests'
import type { AuditStore } from './audit-store.ts'
import type { FollowStore } from './follow-store.ts'
import type { FormValueStore } from './form-value-store.ts'
import type { SearchStore } from './search-store.ts'

/**
 * Everything on disk. All methods but those of blobs are synchronous, and durable when they return: a
 * kill afterwards loses nothing. They throw `GatehouseError` `store/…` (disk full, locked, corrupt).
 */
export interface Stores {
  servers: ServerStore
  providers: ProviderStore
  conversations: ConversationStore
  turns: TurnStore
  attachments: AttachmentStore
  blobs: BlobStore
  search: SearchStore
  tasks: TaskStore
  grants: GrantStore
  sampling: SamplingStore
  dataFlows: DataFlowStore
  instructions: InstructionsStore
  promptPins: PromptPinStore
  formValues: FormValueStore
  follows: FollowStore
  audit: AuditStore
  asks: AskStore
  workspaces: WorkspaceStore
  settings: SettingsStore
  /** Keeps all that `work` saves, or nothing when it throws. What is in files is not part of it. */
  transaction<T>(work: () => T): T
  close(): void
}

export interface ServerStore {
  list(): ServerConfig[]
  save(config: ServerConfig): void
  remove(id: string): void
  /** The tools of the last start, shown before the next one is through. */
  cachedTools(id: string): Tool[] | null
  cacheTools(id: string, tools: Tool[]): void
  /** The other lists of the last time; each server's own, which no other one sees. */
  cachedLists(id: string): ServerLists
  cacheList<Name extends ServerListName>(id: string, name: Name, list: ServerLists[Name]): void
  /** The server is another program or account from now on: tools, lists and negotiated protocol are the old one's. */
  forgetLists(id: string): void
  /** The protocol negotiated at the last start. */
  negotiatedProtocol(id: string): NegotiatedProtocol | null
  /** `null` forgets it. */
  saveNegotiatedProtocol(id: string, protocol: NegotiatedProtocol | null): void
}

export interface ProviderStore {
  list(): ModelProvider[]
  save(provider: ModelProvider): void
  remove(id: string): void
}

export interface ConversationStore {
  /** Latest first; removed ones are not among them. */
  list(): Conversation[]
  /** The chats with queued messages. */
  withQueue(): Conversation[]
  get(id: string): Conversation | null
  save(conversation: Conversation): void
  /** Saves a new one hidden: `restore` shows it once it is whole, the next `purge` ends it if it never is. */
  saveHidden(conversation: Conversation): void
  /** Hides it; `restore` brings it back, `purge` ends it for good. */
  remove(id: string): void
  restore(id: string): Conversation | null
  /** Ids of the hidden ones. */
  hidden(): string[]
  /** Ends those of `ids` that are hidden; all hidden ones when absent. */
  purge(ids?: readonly string[]): void
}

export interface TurnStore {
  /**
   * A page of the branch that a chat shows; `null` when the anchor is not on it. The cost depends on the page,
   * not on the length of the chat.
   */
  page(conversationId: string, request: PageRequest): TranscriptPage | null
  /** A turn with all its entries. */
  get(turnId: string): Turn | null
  /** A turn without its entries, at no cost of them. */
  getWithoutEntries(turnId: string): Turn | null
  /** The id of the last turn of the branch that a chat shows. */
  lastTurnId(conversationId: string): string | null
  /** The turn that an entry is in, on whatever branch; `null` when it is not there. */
  turnOf(conversationId: string, entryId: string): string | null
  /** True if a turn is on the branch that its chat shows. Reads no entry. */
  isShown(turnId: string): boolean
  /** The position of a turn among its siblings; `null` when it has none, or does not exist. */
  versions(turnId: string): TurnVersions | null
  /** Shows the branch of a turn, down to what was last shown below it. */
  show(turnId: string): void
  /** A turn with this one of its entries, at the cost of the entry; `null` when either is not there. */
  withEntry(turnId: string, entryId: string): Turn | null
  /** About how many bytes turns of the branch that a chat shows hold, from a depth on, the first one first. */
  sizes(conversationId: string, range: { from: number; limit: number }): number[]
  /** Bytes of files that a chat keeps from before its calls wrote to them. */
  keptBytes(conversationId: string): number
  /** About how many characters the entries of a turn hold. */
  size(turnId: string): number
  /** All turns of a chat, in the order they were made. */
  nodes(conversationId: string): TurnNode[]
  /** Saves turns and entries of a chat that is imported, all of them or none; a turn before its entries. */
  addImported(rows: readonly ImportedRecord[]): void
  /** Turns of any chat whose status is `running`: what a crash left behind. */
  running(): Turn[]
  /** Ids of turns, over or not, with a message that streams or a call that is not over. */
  withOpenEntries(): string[]
  /** Saves the turn's own fields, not its entries. A new one is shown; its place never changes. */
  saveTurn(turn: Turn): void
  /** Inserts or replaces one entry; entries keep the order of their first save. */
  saveEntry(turnId: string, entry: Entry): void
  /**
   * Adds to the end of a message that is saved already, at the cost of the piece and not of the whole
   * text. `saveEntry` of the message takes the pieces in.
   */
  appendText(turnId: string, entryId: string, piece: StreamedDelta): void
  /** Saves the data that the provider of a message wants back with it. The message is saved already. */
  saveProviderParts(turnId: string, entryId: string, parts: ProviderParts): void
  /** Provider data by the ids of a turn's messages. */
  providerParts(turnId: string): Map<string, ProviderParts>
  /** Keeps texts that a snapshot is going to name. */
  saveTexts(texts: readonly StoredText[]): void
  /** Saves the setup of requests from a step on, with texts that it names and that may not be stored yet. */
  saveRequestSnapshot(
    turnId: string,
    snapshot: ModelRequestSnapshot,
    texts: readonly StoredText[],
  ): void
  /** The snapshots of a turn, in the order of the steps. */
  requestSnapshots(turnId: string): ModelRequestSnapshot[]
  /** A text by its hash; kept until the last turn that names it is removed for good. */
  textByHash(hash: string): string | null
}

/** A turn by its place. */
export interface TurnNode {
  id: string
  parentId: string | null
  /** It was shown last among the turns with the same parent. */
  isChosen: boolean
  /** It is on the branch that the chat shows. */
  isShown: boolean
}

/** A turn without its entries, or one entry of it. Of each parent's turns one is chosen. */
export type ImportedRecord =
  | { kind: 'turn'; turn: Turn; isChosen: boolean; isShown: boolean }
  | { kind: 'entry'; turnId: string; entry: Entry }

/** A text that many turns share. */
export interface StoredText {
  /** SHA-256 in hex. */
  hash: string
  text: string
}

/** A page of a chat: up to so many entries `before` an anchor, `after` it, or `around` it with it. */
export interface PageRequest {
  anchor: 'end' | EntryPosition
  side: 'before' | 'after' | 'around'
  /** From 1. */
  entries: number
}

/** From `start` up to but not including `end`; a range may reach beyond the end of the data. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Large and binary data, in files named by the hash of their contents. Rejects with `GatehouseError` `store/…`;
 * `store/blob-missing` when a file was removed.
 */
export interface BlobStore {
  /**
   * Resolves once it is durable; the same data is kept once. The entry that refers to it comes after. That of
   * a chat is kept where the chat is.
   */
  put(source: BlobSource | FileSource, conversationId?: string): Promise<BlobRef>
  /** A range of a text, in characters. */
  text(ref: BlobRef, range: ByteRange): Promise<string>
  /** The whole as a server sent it: base64, or the text. */
  data(ref: BlobRef): Promise<string>
  read(hash: string, range?: ByteRange): Promise<Uint8Array>
  /** Bytes of one; `null` when it is not there. */
  size(hash: string): Promise<number | null>
  /** Removes a file that no entry refers to, unless it was put again after a moment. */
  discard(hash: string, putBy: number): Promise<void>
  /** Removes files that no entry has referred to for an hour; how many. */
  collect(): Promise<number>
}

/** The attachments of drafts. They are removed and restored with their chat. */
export interface AttachmentStore {
  /** In the order in which they were added. */
  list(conversationId: string): Attachment[]
  /** Keeps its blobs from being collected. */
  add(conversationId: string, attachment: Attachment): void
  /** Replaces an attachment in its place, with the same content. */
  replace(conversationId: string, attachment: Attachment): void
  /** Another one in the place of this one, with its own blobs. */
  exchange(conversationId: string, id: string, attachment: Attachment): void
  remove(conversationId: string, id: string): void
  clear(conversationId: string): void
}

/** The text of a message that came since the last write. */
export interface StreamedDelta {
  text: string
  reasoning: string
}

export interface TaskStore {
  /** Oldest first. */
  list(): ServerTask[]
  save(task: ServerTask): void
  remove(id: string): void
}

export interface GrantStore {
  /**
   * The grants that may allow a call of a tool in a chat: of the chat first, then of its present workspace, then
   * those that hold everywhere.
   */
  find(conversationId: string, serverId: string, toolName: string): Grant[]
  /** The grant with the scope `by-mode` of a tool: never among those that `find` returns. */
  findTrust(serverId: string, toolName: string): Grant | undefined
  /** Latest first. */
  list(): (Grant & GrantUse)[]
  /** The tools of a server that have grants: at most `limit`, latest first. */
  tools(serverId: string, limit: number): { id: string; toolName: string }[]
  has(id: string): boolean
  /** Replaces the grant of this tool in this scope. Without a definition the stored one stays. */
  save(grant: Grant, definition?: string): void
  /** Several, all of them or none. */
  saveAll(given: readonly { grant: Grant; definition: string }[]): void
  /** The definition that was allowed, as canonical JSON; `null` when an earlier version kept none. */
  definition(id: string): string | null
  /** It allowed a call. */
  used(id: string, at: number): void
  remove(id: string): void
  removeForServer(serverId: string): void
}

/** The sampling policies of servers, and what their sampling used. Both go with the server. */
export interface SamplingStore {
  policies(): SamplingPolicy[]
  /** Replaces the one of the server and appends the record: both, or neither. */
  savePolicy(policy: SamplingPolicy, record: AuditRecord): void
  /** Removes it and appends the record: both, or neither. */
  removePolicy(serverId: string, record: AuditRecord): void
  /** Counts the most that a run can use, before it begins: a crash leaves it counted. */
  reserve(run: { id: string; serverId: string; day: string; tokens: number }): void
  /** Replaces the reservation by the tokens that were used. */
  settle(id: string, tokens: number): void
  usage(serverId: string, day: string): SamplingUsage
  removeForServer(serverId: string): void
}

/** Rules for text from one server to another. They go with either of the two. */
export interface DataFlowStore {
  rules(): DataFlowRule[]
  /** Replaces the rule of the pair and appends the record: both, or neither. */
  save(rule: DataFlowRule, record: AuditRecord): void
  /** Removes it and appends the record: both, or neither. */
  remove(pair: Pick<DataFlowRule, 'fromId' | 'toId'>, record: AuditRecord): void
  removeForServer(serverId: string): void
}

/** The decisions on the instructions of servers. They are deleted with the server. */
export interface InstructionsStore {
  list(): InstructionsDecision[]
  /** Replaces the one of the server and appends the record: both, or neither. */
  save(decision: InstructionsDecision, record: AuditRecord): void
  removeForServer(serverId: string): void
}

/** The prompts as they were sent last, a few hundred per server. They are deleted with the server. */
export interface PromptPinStore {
  /** The pins of one prompt, one per arguments, latest first. */
  list(serverId: string, promptName: string): PromptPin[]
  /** Replaces the pin for the same arguments. */
  save(pin: PromptPin): void
  removeForServer(serverId: string): void
}

/** The pending asks. A row exists only while its ask is pending. */
export interface AskStore {
  /** Oldest first: at a start, what waited when the app ended. */
  pending(): Ask[]
  save(ask: Ask): void
  /** Removes the ask, if it is there, together with appending the record: both, or neither. */
  settle(id: string, record: AuditRecord | null): void
  /** Removes all that are left, those that cannot be read included. */
  clear(): void
}

export interface WorkspaceStore {
  /** Oldest first; removed ones are not among them. */
  list(): Workspace[]
  save(workspace: Workspace): void
  /** Hides it; `restore` brings it back, `purge` ends it for good. */
  remove(id: string): void
  restore(id: string): Workspace | null
  /** Ids of the hidden ones. */
  hidden(): string[]
  /** Ends those of `ids` that are hidden; all hidden ones when absent. */
  purge(ids?: readonly string[]): void
  /** The identity of the server when the person decided which roots it may see; `null` = not decided yet. */
  askedAs(serverId: string): string | null
  markAsked(serverId: string, identity: string): void
  /** Takes a server that was removed, or is another one now, out of every folder, hidden workspaces included. */
  forgetServer(serverId: string): void
}

export interface SettingsStore {
  load(): Settings
  /** Saves settings, with a record if given: both, or neither. */
  save(settings: Settings, record?: AuditRecord): void
}
