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
import type {
  SamplingPolicy,
  SamplingUsage,
  SavedFormValues,
} from '@gatehouse/domain/server-requests'
import type { AuditKeyStore, AuditStore } from './audit-store.ts'
import type { SearchStore } from './search-store.ts'
import type { AppPin } from '@gatehouse/domain/apps'
import type { ResourceFollow } from '@gatehouse/domain/chats'

/**
 * Everything on disk. All methods but those of blobs are synchronous, and durable when they return: a kill
 * afterwards loses nothing. They throw `GatehouseError` `store/…` (disk full, locked, corrupt).
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
  appPins: AppPinStore
  formValues: FormValueStore
  follows: FollowStore
  audit: AuditStore
  auditKey: AuditKeyStore
  asks: AskStore
  workspaces: WorkspaceStore
  settings: SettingsStore
  /** Commits all writes of `work`, or none when it throws. Files are not part of it. */
  transaction<T>(work: () => T): T
  close(): void
}

export interface ServerStore {
  list(): ServerConfig[]
  save(config: ServerConfig): void
  remove(id: string): void
  /** The tools of the last start, shown until the next one is complete. */
  cachedTools(id: string): Tool[] | null
  cacheTools(id: string, tools: Tool[]): void
  /** The other lists of the last start. Each server has its own, which no other server sees. */
  cachedLists(id: string): ServerLists
  cacheList<Name extends ServerListName>(id: string, name: Name, list: ServerLists[Name]): void
  /** Deletes the tools, lists and negotiated protocol: the server is another program or account from now on. */
  forgetLists(id: string): void
  /** The protocol negotiated at the last start. */
  negotiatedProtocol(id: string): NegotiatedProtocol | null
  /** Saves the negotiated protocol; `null` deletes it. */
  saveNegotiatedProtocol(id: string, protocol: NegotiatedProtocol | null): void
}

export interface ProviderStore {
  list(): ModelProvider[]
  save(provider: ModelProvider): void
  remove(id: string): void
}

export interface ConversationStore {
  /** Returns the chats that are not removed, latest first. */
  list(): Conversation[]
  /** The chats with queued messages. */
  withQueue(): Conversation[]
  get(id: string): Conversation | null
  save(conversation: Conversation): void
  /** Saves a new chat hidden: `restore` shows it once it is complete, the next `purge` deletes it otherwise. */
  saveHidden(conversation: Conversation): void
  /** Hides the chat; `restore` shows it again, `purge` deletes it permanently. */
  remove(id: string): void
  restore(id: string): Conversation | null
  /** Ids of the hidden chats. */
  hidden(): string[]
  /** Permanently deletes the hidden chats of `ids`; all hidden chats when absent. */
  purge(ids?: readonly string[]): void
}

export interface TurnStore {
  /**
   * Returns a page of the branch that a chat shows; `null` when the anchor is not on it. The cost depends on the
   * page, not on the length of the chat.
   */
  page(conversationId: string, request: PageRequest): TranscriptPage | null
  /** A turn with all its entries. */
  get(turnId: string): Turn | null
  /** A turn without its entries; reads none of them. */
  getWithoutEntries(turnId: string): Turn | null
  /** The id of the last turn of the branch that a chat shows. */
  lastTurnId(conversationId: string): string | null
  /** The id of the turn of an entry, on any branch; `null` when the entry does not exist. */
  turnOf(conversationId: string, entryId: string): string | null
  /** True if a turn is on the branch that its chat shows. Reads no entry. */
  isShown(turnId: string): boolean
  /** The position of a turn among its siblings; `null` when it has none, or does not exist. */
  versions(turnId: string): TurnVersions | null
  /** Shows the branch of a turn, down to its last shown descendant. */
  show(turnId: string): void
  /** A turn with this one entry, at the cost of the entry; `null` when either does not exist. */
  withEntry(turnId: string, entryId: string): Turn | null
  /** Approximate bytes of turns on the shown branch, from a depth on, the first turn first. */
  sizes(conversationId: string, range: { from: number; limit: number }): number[]
  /** Bytes of files that a chat keeps from before its calls wrote to them. */
  keptBytes(conversationId: string): number
  /** About how many characters the entries of a turn hold. */
  size(turnId: string): number
  /** All turns of a chat, in the order of their creation. */
  nodes(conversationId: string): TurnNode[]
  /** Saves turns and entries of an imported chat, all or none; a turn comes before its entries. */
  addImported(rows: readonly ImportedRecord[]): void
  /** Turns of any chat with the status `running`, which a crash left behind. */
  running(): Turn[]
  /** Ids of turns, ended or not, with a streaming message or an unfinished call. */
  withOpenEntries(): string[]
  /** Saves the turn's own fields, not its entries. A new turn is shown; its place never changes. */
  saveTurn(turn: Turn): void
  /** Inserts or replaces one entry; entries keep the order of their first save. */
  saveEntry(turnId: string, entry: Entry): void
  /**
   * Appends to a saved message, at the cost of the piece and not of the whole text. `saveEntry` of the message
   * merges the pieces.
   */
  appendText(turnId: string, entryId: string, piece: StreamedDelta): void
  /** Saves the data that the provider of a saved message wants back with it. */
  saveProviderParts(turnId: string, entryId: string, parts: ProviderParts): void
  /** Provider data by the ids of a turn's messages. */
  providerParts(turnId: string): Map<string, ProviderParts>
  /** Stores texts that a snapshot is going to reference. */
  saveTexts(texts: readonly StoredText[]): void
  /** Saves the setup of requests from a step on, with referenced texts that may not be stored yet. */
  saveRequestSnapshot(
    turnId: string,
    snapshot: ModelRequestSnapshot,
    texts: readonly StoredText[],
  ): void
  /** The snapshots of a turn, in the order of the steps. */
  requestSnapshots(turnId: string): ModelRequestSnapshot[]
  /** A text by its hash; stored until the last turn that references it is permanently deleted. */
  textByHash(hash: string): string | null
}

/** A turn with its place in the tree. */
export interface TurnNode {
  id: string
  parentId: string | null
  /** True if it was shown last among the turns with the same parent. */
  isChosen: boolean
  /** True if it is on the branch that the chat shows. */
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

/** A page of a chat: at most this many entries `before` an anchor, `after` it, or `around` it with it. */
export interface PageRequest {
  anchor: 'end' | EntryPosition
  side: 'before' | 'after' | 'around'
  /** At least 1. */
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
   * Stores data; resolves once it is durable. The same data is stored once. Save the entry that refers to it
   * afterwards. Data of a chat is stored where the chat is.
   */
  put(source: BlobSource | FileSource, conversationId?: string): Promise<BlobRef>
  /** A range of a text, in characters. */
  text(ref: BlobRef, range: ByteRange): Promise<string>
  /** The whole data as a server sent it: base64, or the text. */
  data(ref: BlobRef): Promise<string>
  read(hash: string, range?: ByteRange): Promise<Uint8Array>
  /** Bytes of the data; `null` when it does not exist. */
  size(hash: string): Promise<number | null>
  /** Removes a file that no entry refers to, unless it was put again after that time. */
  discard(hash: string, putBy: number): Promise<void>
  /** Removes files that no entry has referred to for an hour; returns their number. */
  collect(): Promise<number>
}

/** The attachments of drafts. They are removed and restored with their chat. */
export interface AttachmentStore {
  /** The attachments in the order in which they were added. */
  list(conversationId: string): Attachment[]
  /** Adds an attachment, and keeps its blobs from being collected. */
  add(conversationId: string, attachment: Attachment): void
  /** Replaces an attachment in its place, with the same content. */
  replace(conversationId: string, attachment: Attachment): void
  /** Replaces an attachment by another one, with its own blobs. */
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
  /** The tasks, oldest first. */
  list(): ServerTask[]
  save(task: ServerTask): void
  remove(id: string): void
}

export interface GrantStore {
  /**
   * Returns the grants that may allow a call of a tool in a chat: those of the chat first, then of its present
   * workspace, then those for all chats.
   */
  find(conversationId: string, serverId: string, toolName: string): Grant[]
  /** Returns the grant of a tool with the scope `by-mode`; `find` never returns it. */
  findTrust(serverId: string, toolName: string): Grant | undefined
  /** The grants, latest first. */
  list(): (Grant & GrantUse)[]
  /** The tools of a server that have grants: at most `limit`, latest first. */
  tools(serverId: string, limit: number): { id: string; toolName: string }[]
  has(id: string): boolean
  /** Replaces the grant of this tool in this scope. Without a definition the stored one stays. */
  save(grant: Grant, definition?: string): void
  /** Saves several grants, all or none. */
  saveAll(given: readonly { grant: Grant; definition: string }[]): void
  /** The definition that was allowed, as canonical JSON; `null` when an earlier version stored none. */
  definition(id: string): string | null
  /** Records that the grant allowed a call. */
  used(id: string, at: number): void
  remove(id: string): void
  removeForServer(serverId: string): void
}

/** The sampling policies of servers, and the use of their sampling. Both are deleted with the server. */
export interface SamplingStore {
  policies(): SamplingPolicy[]
  /** Replaces the policy of the server and appends the record, atomically. */
  savePolicy(policy: SamplingPolicy, record: AuditRecord): void
  /** Removes the policy and appends the record, atomically. */
  removePolicy(serverId: string, record: AuditRecord): void
  /** Reserves the most tokens that a run can use, before it begins: a crash leaves them counted. */
  reserve(run: { id: string; serverId: string; day: string; tokens: number }): void
  /** Replaces the reservation by the used tokens. */
  settle(id: string, tokens: number): void
  usage(serverId: string, day: string): SamplingUsage
  removeForServer(serverId: string): void
}

/** Rules for text from one server to another. They are deleted with either of the two. */
export interface DataFlowStore {
  rules(): DataFlowRule[]
  /** Replaces the rule of the pair and appends the record, atomically. */
  save(rule: DataFlowRule, record: AuditRecord): void
  /** Removes the rule and appends the record, atomically. */
  remove(pair: Pick<DataFlowRule, 'fromId' | 'toId'>, record: AuditRecord): void
  removeForServer(serverId: string): void
}

/** The decisions on the instructions of servers. They are deleted with the server. */
export interface InstructionsStore {
  list(): InstructionsDecision[]
  /** Replaces the decision on the server and appends the record, atomically. */
  save(decision: InstructionsDecision, record: AuditRecord): void
  removeForServer(serverId: string): void
}

/** The prompts as they were last sent, a few hundred per server. They are deleted with the server. */
export interface PromptPinStore {
  /** The pins of one prompt, one per arguments, latest first. */
  list(serverId: string, promptName: string): PromptPin[]
  /** Replaces the pin for the same arguments. */
  save(pin: PromptPin): void
  removeForServer(serverId: string): void
}

/** The pending asks. A row exists only while its ask is pending. */
export interface AskStore {
  /** The pending asks, oldest first; at a start, those that were pending when the app ended. */
  pending(): Ask[]
  save(ask: Ask): void
  /** Removes the ask, if it exists, and appends the record, atomically. */
  settle(id: string, record: AuditRecord | null): void
  /** Removes all remaining asks, unreadable ones included. */
  clear(): void
}

export interface WorkspaceStore {
  /** The workspaces that are not removed, oldest first. */
  list(): Workspace[]
  save(workspace: Workspace): void
  /** Hides the workspace; `restore` shows it again, `purge` deletes it permanently. */
  remove(id: string): void
  restore(id: string): Workspace | null
  /** Ids of the hidden workspaces. */
  hidden(): string[]
  /** Permanently deletes the hidden workspaces of `ids`; all hidden ones when absent. */
  purge(ids?: readonly string[]): void
  /** The identity of the server when the person decided on its roots; `null` = not decided yet. */
  askedAs(serverId: string): string | null
  markAsked(serverId: string, identity: string): void
  /** Takes a removed or replaced server out of every folder, hidden workspaces included. */
  forgetServer(serverId: string): void
}

export interface SettingsStore {
  load(): Settings
  /** Saves settings, with a record if given, atomically. */
  save(settings: Settings, record?: AuditRecord): void
}

/** Form values that people asked to save, one row per server. They are deleted with the server. */
export interface FormValueStore {
  list(): SavedFormValues[]
  /** Replaces the values of the server. */
  save(values: SavedFormValues): void
  removeForServer(serverId: string): void
}

/** The interfaces of servers as they were last drawn. They are deleted with the server. */
export interface AppPinStore {
  get(serverId: string, uri: string): AppPin | null
  /** All of one server, by URI. */
  ofServer(serverId: string): AppPin[]
  /** Replaces the pin of the same server and URI. */
  save(pin: AppPin): void
  removeForServer(serverId: string): void
}

/** The resources that chats follow. They are removed and restored with their chat. */
export interface FollowStore {
  list(conversationId: string): ResourceFollow[]
  /**
   * The followed resources of one server that have not changed yet, in chats that exist, latest first: at most
   * `limit`.
   */
  unchanged(serverId: string, limit: number): ResourceFollow[]
  /** Replaces the follow of this attachment. If a chat has too many, its oldest are deleted. */
  save(follow: ResourceFollow): void
  remove(conversationId: string, attachmentId: string): void
  removeForServer(serverId: string): void
}
