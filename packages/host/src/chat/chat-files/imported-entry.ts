import {
  ATTACHMENT_LIMITS,
  attachedBlocks,
  blobsOfAttachments,
  MAX_CALL_LABEL,
  STEP_LIMITS,
  type Attachment,
  type BlobRef,
  type Entry,
  type StoredBlock,
  type StoredResult,
  type ToolCall,
} from '@gatehouse/domain'
import { CHAT_FILE_LIMITS, type ChatFileDraft } from '@gatehouse/domain/chats'
import { fileAttachmentOf, fileEntryOf } from './file-entry.ts'
import { importRefused } from './import-refusal.ts'

/** The import that an entry of a file belongs to. */
export interface EntryTarget {
  /** The file, as the person picked it. */
  name: string
  newId(): string
  /** The new id of a turn, an entry or a server that the file names: the same for the same. */
  idOf(old: string): string
  checkedRef(ref: BlobRef): BlobRef
}

/** Characters of a name or a title, and of words that say what happened. */
const MAX_LABEL = 1000
const MAX_WORDS = 20_000
/** The latest moment that every part of the app can write as a date: the end of the year 9999. */
export const MAX_TIMESTAMP = 253_402_300_799_999
/** Characters of a person's message: as many as the composer takes. */
const MAX_TEXT = 1_000_000

/**
 * An entry of a file as one of a chat here: over, with new ids, with no data but the file's own, and within
 * what could have come about here. Throws `chat/import-refused`.
 */
export function importedEntry(entry: Entry, target: EntryTarget): Entry {
  assertTimes(timesOf(entry))
  const ended = fileEntryOf(entry)
  switch (ended.kind) {
    case 'user-message': {
      const { attachments, text } = ended
      if (text.length > MAX_TEXT) throw importRefused('too-large')
      return {
        ...ended,
        id: target.idOf(entry.id),
        imported: target.name,
        ...(attachments ? { attachments: importedAttachments(attachments, target) } : {}),
      }
    }
    case 'assistant-message':
      if (ended.text.length + ended.reasoning.length > 2 * STEP_LIMITS.characters)
        throw importRefused('too-large')
      return { ...ended, id: target.idOf(entry.id) }
    case 'tool-call':
      return importedCall(ended, target)
  }
}

/** The draft of a file, likewise. */
export function importedDraft(
  { text, attachments = [] }: ChatFileDraft,
  target: EntryTarget,
): { text: string; attachments: Attachment[] } {
  if (text.length > MAX_TEXT) throw importRefused('too-large')
  const imported = importedAttachments(attachments.map(fileAttachmentOf), target)
  // Whatever the file says of their sizes: they are sent in one request, as what is attached here.
  const bytes = blobsOfAttachments(imported).reduce((sum, kept) => sum + kept.bytes, 0)
  if (bytes > ATTACHMENT_LIMITS.allBytes) throw importRefused('too-large')
  return { text, attachments: imported }
}

/** Throws `chat/import-refused` for a moment that no clock shows. */
export function assertTimes(times: readonly (number | null | undefined)[]): void {
  if (times.some((time) => (time ?? 0) > MAX_TIMESTAMP)) throw importRefused('damaged')
}

function timesOf(entry: Entry): (number | undefined)[] {
  if (entry.kind !== 'tool-call') return [entry.createdAt]
  const { createdAt, startedAt, endedAt, decision, withdrawnAsks = [], exchanges = [] } = entry
  const asks = [...withdrawnAsks, ...exchanges].map(({ at }) => at)
  return [createdAt, startedAt, endedAt, decision?.at, decision?.since, ...asks]
}

function importedCall(call: ToolCall, target: EntryTarget): ToolCall {
  // What a file says of interfaces is never drawn.
  const { app: _app, viewOf: _viewOf, ...known } = call
  const { decision, withdrawnAsks, exchanges, result, error } = known
  return {
    ...known,
    id: target.idOf(call.id),
    callId: call.callId.slice(0, MAX_CALL_LABEL),
    serverId: call.serverId === null ? null : target.idOf(call.serverId),
    serverName: call.serverName.slice(0, MAX_LABEL),
    toolName: call.toolName.slice(0, MAX_LABEL),
    toolTitle: call.toolTitle.slice(0, MAX_LABEL),
    ...(decision ? { decision: importedDecision(decision, target) } : {}),
    ...(withdrawnAsks
      ? {
          withdrawnAsks: withdrawnAsks.slice(0, MAX_LISTED).map((ask) => ({
            ...ask,
            id: target.newId(),
            subject: ask.subject.slice(0, MAX_LABEL),
          })),
        }
      : {}),
    ...(exchanges
      ? { exchanges: exchanges.slice(0, MAX_LISTED).map((one) => importedExchange(one, target)) }
      : {}),
    ...(result ? { result: importedResult(result, target) } : {}),
    ...(error === undefined ? {} : { error: error.slice(0, MAX_WORDS) }),
  }
}

type Exchange = NonNullable<ToolCall['exchanges']>[number]

function importedExchange(exchange: Exchange, { newId }: EntryTarget): Exchange {
  const cut = (side: Exchange['asked']) => side && { ...side, text: side.text.slice(0, MAX_WORDS) }
  const { asked, answered, model } = exchange
  return {
    ...exchange,
    id: newId(),
    ...(model
      ? {
          model: { provider: model.provider.slice(0, MAX_LABEL), id: model.id.slice(0, MAX_LABEL) },
        }
      : {}),
    ...(asked ? { asked: cut(asked) } : {}),
    ...(answered ? { answered: cut(answered) } : {}),
  }
}

/** Asks that ended during one call, and flows that a decision names. */
const MAX_LISTED = 200

type Decision = NonNullable<ToolCall['decision']>

function importedDecision(decision: Decision, { idOf }: EntryTarget): Decision {
  const { provenance, reason } = decision
  const flows = provenance?.flows.slice(0, MAX_LISTED).map((flow) => ({
    ...flow,
    turnId: idOf(flow.turnId),
    entryId: idOf(flow.entryId),
    from:
      flow.from.kind === 'file' ? flow.from : { ...flow.from, serverId: idOf(flow.from.serverId) },
  }))
  return {
    ...decision,
    ...(reason === undefined ? {} : { reason: reason.slice(0, MAX_WORDS) }),
    ...(provenance && flows ? { provenance: { ...provenance, flows } } : {}),
  }
}

function importedResult(result: StoredResult, target: EntryTarget): StoredResult {
  const { content, more, structured, meta, leftOut } = result
  const { checkedRef } = target
  return {
    ...result,
    content: importedBlocks(content, target),
    ...(more ? { more: { ...more, kept: checkedRef(more.kept) } } : {}),
    ...(structured ? { structured: { ...structured, kept: checkedRef(structured.kept) } } : {}),
    ...(meta ? { meta: checkedRef(meta) } : {}),
    ...(leftOut?.kept ? { leftOut: { ...leftOut, kept: checkedRef(leftOut.kept) } } : {}),
  }
}

function importedAttachments(attachments: Attachment[], target: EntryTarget): Attachment[] {
  const { count, media } = ATTACHMENT_LIMITS
  const blocks = attachments.flatMap(attachedBlocks)
  const drawn = blocks.filter(({ type }) => type === 'image' || type === 'audio')
  if (attachments.length > count || drawn.length > media) throw importRefused('too-large')
  return attachments.map((attachment) => importedAttachment(attachment, target))
}

function importedAttachment(attachment: Attachment, target: EntryTarget): Attachment {
  const id = target.newId()
  switch (attachment.kind) {
    case 'file': {
      const [content] = importedBlocks([attachment.content], target)
      const pages = attachment.pages?.map((one) => ({ ...one, kept: target.checkedRef(one.kept) }))
      const contents = { content: content ?? attachment.content, ...(pages && { pages }) }
      return { ...attachment, id, ...contents }
    }
    case 'resource':
      return {
        ...attachment,
        id,
        ...fromServer(attachment, target),
        name: attachment.name.slice(0, MAX_LABEL),
        contents: importedBlocks(attachment.contents, target),
      }
    case 'prompt': {
      const blocks = importedBlocks(attachedBlocks(attachment), target)
      return {
        ...attachment,
        id,
        ...fromServer(attachment, target),
        title: attachment.title.slice(0, MAX_LABEL),
        messages: attachment.messages.map(({ role, content }, at) => ({
          role,
          content: blocks[at] ?? content,
        })),
      }
    }
  }
}

const fromServer = (
  { serverId, serverName }: { serverId: string; serverName: string },
  { idOf }: EntryTarget,
) => ({ serverId: idOf(serverId), serverName: serverName.slice(0, MAX_LABEL) })

function importedBlocks(
  blocks: readonly StoredBlock[],
  { checkedRef }: EntryTarget,
): StoredBlock[] {
  if (blocks.length > CHAT_FILE_LIMITS.blocks) throw importRefused('too-large')
  return blocks.map((block): StoredBlock => {
    switch (block.type) {
      case 'text':
        return block.kept ? { ...block, kept: checkedRef(block.kept) } : block
      case 'image':
      case 'audio':
        return { ...block, kept: checkedRef(block.kept) }
      case 'resource_link':
        return block
      case 'resource': {
        const { kept, ...resource } = block.resource
        return kept ? { ...block, resource: { ...resource, kept: checkedRef(kept) } } : block
      }
    }
  })
}
