import { yieldIfBudgetSpent } from '@gatehouse/base'
import {
  blobsOfAttachments,
  breachOfJson,
  GatehouseError,
  isGatehouseError,
  type BlobRef,
  type Conversation,
  type Turn,
} from '@gatehouse/domain'
import {
  blobsOfEntry,
  CHAT_FILE,
  CHAT_FILE_LIMITS,
  type ChatFileDraft,
  type ChatFileLine,
  type ChatFileSetup,
  type ChatFileTurn,
} from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import { attachmentsOfDraft } from '../attachments/attachments-of-draft.ts'
import { fileAttachmentOf, fileEntryOf, fileStatusOf, withoutProposal } from './file-entry.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock'>

/**
 * A chat with all its versions and all that is attached or was given, line by line, as docs/chat-format.md
 * says: one turn of it is in memory at a time. Throws `chat/not-exportable` for what no file may hold.
 */
export async function* exportLines(
  conversation: Conversation,
  deps: Dependencies,
): AsyncGenerator<string> {
  const { turns } = deps.stores
  const writer = new BlobWriter(deps)
  const { title, titled, createdAt, tags, pinnedTurnIds = [] } = conversation
  const pinned = new Set(pinnedTurnIds)
  const counts = { turns: 0, entries: 0 }
  yield lineOf({
    kind: 'chat',
    ...CHAT_FILE,
    title,
    titled,
    createdAt,
    exportedAt: deps.clock.now(),
    ...(tags ? { tags } : {}),
    ...setupOf(conversation),
  })
  for (const { id, isChosen } of turns.nodes(conversation.id)) {
    const turn = turns.get(id)
    if (!turn) continue
    counts.turns += 1
    yield lineOf(turnLine(turn, { chosen: isChosen, pinned: pinned.has(id) }))
    for (const entry of turn.entries) {
      const ended = fileEntryOf(entry)
      for (const ref of blobsOfEntry(ended)) yield* writer.lines(ref)
      counts.entries += 1
      yield lineOf({ kind: 'entry', turnId: id, entry: withoutProposal(ended) })
      await yieldIfBudgetSpent()
    }
  }
  // As it is by now: a message that was sent meanwhile is no draft.
  const draft = draftOf(deps.stores.conversations.get(conversation.id) ?? conversation, deps)
  for (const ref of blobsOfAttachments(draft?.attachments ?? [])) yield* writer.lines(ref)
  yield lineOf({ kind: 'end', ...counts, absent: writer.absent, ...(draft ? { draft } : {}) })
}

/** The draft of a chat, without its queued messages. */
function draftOf(
  conversation: Conversation,
  { stores }: Pick<Dependencies, 'stores'>,
): ChatFileDraft | null {
  const { draft: text } = conversation
  const attachments = attachmentsOfDraft(conversation, stores.attachments)
  if (text === '' && attachments.length === 0) return null
  return {
    text,
    ...(attachments.length > 0 ? { attachments: attachments.map(fileAttachmentOf) } : {}),
  }
}

/** The setup of the chat, or the one of its file that no one decided on yet. */
function setupOf({ setup, fileSetup = {} }: Conversation): { setup?: ChatFileSetup } {
  const { toolsOff: _off, toolsPinned: _pinned, ...own } = setup ?? {}
  const written = Object.keys(own).length > 0 ? own : fileSetup
  return Object.keys(written).length > 0 ? { setup: written } : {}
}

function turnLine(turn: Turn, place: Pick<ChatFileTurn, 'chosen' | 'pinned'>): ChatFileTurn {
  const { conversationId: _chat, depth: _depth, entries: _entries, preparing: _, ...rest } = turn
  const { imported: _imported, request: _request, cost: _cost, ...counted } = rest
  const { comparison: _comparison, ...fields } = counted
  return { kind: 'turn', ...fields, status: fileStatusOf(turn.status), ...place }
}

function lineOf(line: ChatFileLine | { kind: 'entry'; turnId: string; entry: object }): string {
  const json = JSON.stringify(line)
  const { line: budget } = CHAT_FILE_LIMITS
  // What is small cannot be out of bounds.
  if (line.kind !== 'data' && json.length > budget.nodes && breachOfJson(json, { budget }))
    throw new GatehouseError(
      'chat/not-exportable',
      'One message or call of this chat is larger than a file with a chat may hold.',
    )
  return json
}

/** Writes each piece of data once, before the first entry that names it. */
class BlobWriter {
  /** Number of data that are missing or too large. */
  absent = 0
  readonly #written = new Set<string>()
  readonly #deps: Pick<Dependencies, 'stores'>

  constructor(deps: Pick<Dependencies, 'stores'>) {
    this.#deps = deps
  }

  async *lines({ hash }: BlobRef): AsyncGenerator<string> {
    if (this.#written.has(hash)) return
    this.#written.add(hash)
    const { blobs } = this.#deps.stores
    const bytes = await blobs.size(hash)
    if (bytes === null || bytes > CHAT_FILE_LIMITS.blobBytes) {
      this.absent += 1
      yield lineOf({ kind: 'absent', hash })
      return
    }
    const { pieceBytes } = CHAT_FILE_LIMITS
    for (let at = 0; at === 0 || at < bytes; at += pieceBytes) {
      const piece = await readPiece(() => blobs.read(hash, { start: at, end: at + pieceBytes }))
      yield lineOf({ kind: 'data', hash, bytes, at, data: base64Of(piece) })
    }
  }
}

/** Throws `chat/not-exportable` for a file that went away while it was read. */
async function readPiece(read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await read()
  } catch (error) {
    if (!isGatehouseError(error)) throw error
    throw new GatehouseError('chat/not-exportable', error.message, { cause: error })
  }
}

/** Characters that are made at a time: a call takes only so many arguments. */
const AT_ONCE = 24_576

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))))
  return parts.join('')
}
