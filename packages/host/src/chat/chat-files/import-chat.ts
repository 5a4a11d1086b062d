import { yieldIfBudgetSpent } from '@gatehouse/base'
import {
  MAX_KEPT_PINS,
  MAX_PINNED_TURNS,
  type Conversation,
  type LeftOutTool,
  type Turn,
} from '@gatehouse/domain'
import {
  CHAT_FILE_LIMITS,
  tagFrom,
  uniqueTags,
  type ChatFileDraft,
  type ChatFileLine,
  type ChatFileTurn,
  type ImportSource,
  CHAT_FILE,
  chatFileLineSchema,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { ImportedRecord } from '../../ports/index.ts'
import { fileStatusOf, withProposal } from './file-entry.ts'
import { ImportedBlobs } from './imported-blobs.ts'
import { assertTimes, importedDraft, importedEntry, type EntryTarget } from './imported-entry.ts'
import { importRefused } from './import-refusal.ts'
import { parseInSlices } from './parse-in-slices.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'>

/** A file with a chat as it is read. */
export interface ChatFileSource {
  /** Without its folder. */
  name: string
  /** Its lines without their ends, each within `CHAT_FILE_LIMITS.line.bytes`. */
  lines: AsyncIterable<string>
  /** The chat of another product that it is. */
  source?: ImportSource
}

/** Rows, and characters of lines, that are written and indexed in one transaction: some six milliseconds. */
const ROWS_AT_ONCE = 16
const CHARACTERS_AT_ONCE = 16_384

/**
 * Makes a chat of a file, as docs/chat-format.md says. The file is hostile input: each line is held to its
 * budget before it is parsed and to its schema after it, all ids are new, nothing in it waits, is allowed or
 * runs, and no data is named but its own. The chat is seen once the whole file was read.
 *
 * Throws `chat/import-refused`, `store/…`.
 */
export async function importChat(
  { name, lines, source }: ChatFileSource,
  deps: Dependencies,
): Promise<Conversation> {
  const reader = new ChatFileReader(name.slice(0, 255), deps)
  let number = 0
  try {
    for await (const text of lines) {
      number += 1
      const line = await readLine(text, { isFirst: number === 1 })
      await yieldIfBudgetSpent()
      await reader.take(line, text.length)
      await yieldIfBudgetSpent()
    }
    return reader.finish(source)
  } catch (error) {
    throw withLine(error, number)
  }
}

/** Names the line. */
function withLine(error: unknown, line: number): unknown {
  const reason = (error as { data?: { reason?: unknown } }).data?.reason
  return reason === 'damaged' ? importRefused('damaged', line) : error
}

interface Place {
  id: string
  depth: number
  isShown: boolean
}

/** A chat while its file is read. */
class ChatFileReader {
  readonly #deps: Dependencies
  readonly #name: string
  readonly #blobs: ImportedBlobs
  readonly #ids = new Map<string, string>()
  readonly #places = new Map<string, Place>()
  /** By the parent in the file: how many of its turns are marked as shown last. One is valid. */
  readonly #chosen = new Map<string | null, number>()
  readonly #entries = new Set<string>()
  readonly #pinned: string[] = []
  #shownPins = 0
  #conversation: Conversation | undefined
  #turnId: string | undefined
  #draft: string | undefined
  #entryCount = 0
  #isWhole = false
  #rows: ImportedRecord[] = []
  #characters = 0

  constructor(name: string, deps: Dependencies) {
    this.#name = name
    this.#deps = deps
    this.#blobs = new ImportedBlobs(deps, deps.ids.next())
  }

  async take(line: ChatFileLine, characters: number): Promise<void> {
    if ((line.kind === 'chat') === (this.#conversation !== undefined))
      throw importRefused(this.#conversation ? 'damaged' : 'not-a-chat')
    if (this.#isWhole || (this.#blobs.isOpen && line.kind !== 'data'))
      throw importRefused('damaged')
    switch (line.kind) {
      case 'chat':
        return this.#begin(line)
      case 'turn':
        return this.#write(this.#turn(line), characters)
      case 'data':
        return this.#blobs.add(line)
      case 'absent':
        return this.#blobs.addAbsent(line.hash)
      case 'entry':
        return this.#write(this.#entry(line), characters)
      case 'end':
        return this.#end(line)
    }
  }

  /** Shows the chat. */
  finish(source?: ImportSource): Conversation {
    const conversation = this.#conversation
    if (!conversation || !this.#isWhole) throw importRefused(conversation ? 'cut' : 'not-a-chat')
    const { conversations } = this.#deps.stores
    const { imported } = conversation
    conversations.save({
      ...conversation,
      ...(imported && { imported: { ...imported, ...(source && { source }) } }),
      ...(this.#pinned.length > 0 ? { pinnedTurnIds: this.#pinned } : {}),
      // It waits for the person as any draft does, and stays the file's words when it is sent.
      ...(this.#draft === undefined ? {} : { draft: this.#draft, fileDraft: true }),
    })
    return conversations.restore(conversation.id) ?? conversation
  }

  #begin(head: Extract<ChatFileLine, { kind: 'chat' }>): void {
    assertTimes([head.createdAt, head.updatedAt])
    const { clock, ids, stores } = this.#deps
    const at = clock.now()
    this.#conversation = {
      id: ids.next(),
      title: head.title,
      titled: head.titled,
      model: stores.settings.load().defaultModel,
      // Nothing of a file reaches a server before the person chose one.
      serverIds: [],
      workspaceId: null,
      draft: '',
      ...tagsOf(head.tags),
      // Another's words to the model: the person sees them before any model does.
      ...(head.setup && Object.keys(head.setup).length > 0 ? { fileSetup: head.setup } : {}),
      imported: { name: this.#name, at },
      createdAt: Math.min(head.createdAt, at),
      updatedAt: Math.min(head.updatedAt ?? at, at),
    }
    stores.conversations.saveHidden(this.#conversation)
  }

  #turn(line: ChatFileTurn): ImportedRecord {
    const { kind: _kind, chosen, pinned, parentId, ...fields } = line
    const parent = parentId === null ? undefined : this.#places.get(parentId)
    if ((parentId !== null && !parent) || this.#places.has(line.id)) throw importRefused('damaged')
    if (this.#places.size >= CHAT_FILE_LIMITS.turns) throw importRefused('too-large')
    assertTimes([fields.startedAt, fields.endedAt])
    const id = this.#idOf(line.id)
    const isShown = chosen && (parent?.isShown ?? true)
    const depth = parent ? parent.depth + 1 : 0
    this.#places.set(line.id, { id, depth, isShown })
    this.#chosen.set(parentId, (this.#chosen.get(parentId) ?? 0) + Number(chosen))
    this.#entries.clear()
    this.#turnId = line.id
    if (pinned) this.#pin(id, isShown)
    const turn: Turn = {
      ...fields,
      ...bounded(fields),
      id,
      parentId: parent?.id ?? null,
      depth,
      conversationId: this.#conversation?.id ?? '',
      status: fileStatusOf(fields.status),
      // The provider is one of another Gatehouse, or of an earlier time: nothing is asked of it.
      model: fields.model && { ...fields.model, providerId: this.#idOf(fields.model.providerId) },
      entries: [],
      preparing: null,
      imported: this.#name,
    }
    return { kind: 'turn', turn, isChosen: chosen, isShown }
  }

  #entry({ turnId, entry }: Extract<ChatFileLine, { kind: 'entry' }>): ImportedRecord {
    const place = this.#places.get(turnId)
    if (!place || turnId !== this.#turnId || this.#entries.has(entry.id))
      throw importRefused('damaged')
    this.#entryCount += 1
    if (this.#entryCount > CHAT_FILE_LIMITS.entries) throw importRefused('too-large')
    this.#entries.add(entry.id)
    const imported = importedEntry(entry, this.#target())
    return { kind: 'entry', turnId: place.id, entry: imported }
  }

  #target(): EntryTarget {
    return {
      name: this.#name,
      newId: () => this.#deps.ids.next(),
      idOf: (old) => this.#idOf(old),
      checkedRef: (ref) => this.#blobs.checked(ref),
    }
  }

  #end({ turns, entries, draft }: Extract<ChatFileLine, { kind: 'end' }>): void {
    const isOne = [...this.#chosen.values()].every((count) => count === 1)
    if (!isOne || turns !== this.#places.size || entries !== this.#entryCount)
      throw importRefused('damaged')
    this.#flush()
    if (draft) this.#keepDraft(draft)
    this.#isWhole = true
  }

  #keepDraft(draft: ChatFileDraft): void {
    const { text, attachments } = importedDraft(draft, this.#target())
    const id = this.#conversation?.id ?? ''
    if (text !== '' || attachments.length > 0) this.#draft = text
    this.#deps.stores.transaction(() => {
      for (const attachment of attachments) this.#deps.stores.attachments.add(id, attachment)
    })
  }

  #pin(id: string, isShown: boolean): void {
    if (this.#pinned.length >= MAX_KEPT_PINS) return
    if (isShown && this.#shownPins >= MAX_PINNED_TURNS) return
    this.#shownPins += Number(isShown)
    this.#pinned.push(id)
  }

  #idOf(old: string): string {
    const known = this.#ids.get(old)
    if (known !== undefined) return known
    const id = this.#deps.ids.next()
    this.#ids.set(old, id)
    return id
  }

  async #write(row: ImportedRecord, characters: number): Promise<void> {
    // A large record has a transaction, and a turn of the event loop, of its own.
    if (characters >= CHARACTERS_AT_ONCE && this.#rows.length > 0) {
      this.#flush()
      await yieldIfBudgetSpent()
    }
    this.#rows.push(row)
    this.#characters += characters
    if (this.#rows.length >= ROWS_AT_ONCE || this.#characters >= CHARACTERS_AT_ONCE) this.#flush()
  }

  #flush(): void {
    this.#deps.stores.turns.addImported(this.#rows)
    this.#rows = []
    this.#characters = 0
  }
}

/** The tags of a file that are valid here. */
function tagsOf(tags: readonly string[] = []): Pick<Conversation, 'tags'> {
  const kept = uniqueTags(tags.flatMap((tag) => tagFrom(tag) ?? []))
  return kept.length > 0 ? { tags: kept } : {}
}

/** The last of each name. */
const onceEach = <Named extends { name: string }>(list: readonly Named[]): Named[] => [
  ...new Map(list.map((one) => [one.name, one])).values(),
]

/** Steps that "Continue" may give at once, as in the settings. */
const MAX_MORE_STEPS = 200
const MAX_WORDS = 20_000
const MAX_TOOLS = 5000

/** A server of the same id is not the one that the file names. */
const withoutPlace = ({ place: _place, ...tool }: LeftOutTool): LeftOutTool => tool

/** Cuts everything in a turn that exceeds the limits of turns made here. */
function bounded({
  step,
  stepLimit,
  failure,
  leftOutTools,
  leftOutParameters,
  changedParameters,
}: Pick<
  Turn,
  'step' | 'stepLimit' | 'failure' | 'leftOutTools' | 'leftOutParameters' | 'changedParameters'
>): Partial<Turn> {
  const words = (text: string): string => text.slice(0, MAX_WORDS)
  const { detail } = failure ?? {}
  return {
    stepLimit: Math.min(stepLimit, step + MAX_MORE_STEPS),
    failure: failure && {
      ...failure,
      message: words(failure.message),
      ...(detail === undefined ? {} : { detail: words(detail) }),
    },
    ...(leftOutParameters ? { leftOutParameters: [...new Set(leftOutParameters)] } : {}),
    ...(changedParameters ? { changedParameters: onceEach(changedParameters) } : {}),
    ...(leftOutTools ? { leftOutTools: leftOutTools.slice(0, MAX_TOOLS).map(withoutPlace) } : {}),
  }
}

/** Reads one line: held to its budget, parsed, held to its schema, each in a turn of its own. Throws `chat/import-refused`. */
async function readLine(text: string, { isFirst }: { isFirst: boolean }): Promise<ChatFileLine> {
  const value = withProposal(await parseInSlices(text, CHAT_FILE_LIMITS.line))
  await yieldIfBudgetSpent()
  const line = chatFileLineSchema.safeParse(value)
  if (line.success) return line.data
  if (!isFirst) throw importRefused('damaged')
  throw importRefused(isOfLaterVersion(value) ? 'newer' : 'not-a-chat')
}

function isOfLaterVersion(head: unknown): boolean {
  if (typeof head !== 'object' || head === null) return false
  const { format, version } = head as { format?: unknown; version?: unknown }
  return format === CHAT_FILE.format && typeof version === 'number' && version > CHAT_FILE.version
}
