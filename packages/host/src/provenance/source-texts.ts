import {
  attachedBlocks,
  isGatehouseError,
  type Attachment,
  type BlobRef,
  type Entry,
  type FlowSource,
  type StoredBlock,
  type StoredResult,
  type ToolCall,
} from '@gatehouse/domain'
import type { BlobStore } from '../ports/index.ts'
import { argumentTexts, type EarlierCall } from './argument-texts.ts'

/** A text that came into a chat, with who gave it. */
export interface SourceText {
  /** Unique; what it names never changes. */
  key: string
  from: FlowSource
  entryId: string
  label: string
  /** Small pieces as they are, and files. */
  parts: readonly (string | BlobRef)[]
}

/** The texts that one entry of a chat brought in. */
export interface EntrySourceTexts {
  texts: SourceText[]
  /** The person's own words. */
  own: string[]
  /** A model's answer. */
  said?: string
  /** A call that was sent, or may be. */
  sent?: EarlierCall & { serverId: string; entryId: string }
}

const MAX_LABEL = 200
/** Characters of an earlier call's arguments; only pieces of them count. */
const MAX_EARLIER = 4096
/** Texts of such a call. */
const MAX_EARLIER_TEXTS = 1000

export function sourceTextsOf(entry: Entry): EntrySourceTexts {
  switch (entry.kind) {
    case 'user-message': {
      const { id, text, attachments = [], imported } = entry
      const found = sourceTextsOfMessage(id, text, attachments)
      if (imported === undefined) return found
      return { texts: [importedText(id, imported, [...found.own]), ...found.texts], own: [] }
    }
    case 'tool-call':
      return sourceTextsOfCall(entry)
    case 'assistant-message':
      return { texts: [], own: [], said: entry.text }
  }
}

/** The texts of an imported entry: all of it is text of the file, and nothing was sent. */
export function sourceTextsOfImported(entry: Entry, name: string): EntrySourceTexts {
  switch (entry.kind) {
    case 'user-message':
      return sourceTextsOf({ ...entry, imported: name })
    case 'assistant-message':
      return { texts: [importedText(entry.id, name, [entry.text])], own: [] }
    case 'tool-call': {
      const parts = entry.result ? partsOfResult(entry.result) : []
      const texts = [JSON.stringify(entry.arguments), entry.error ?? '', ...parts]
      return { texts: [importedText(entry.id, name, texts)], own: [] }
    }
  }
}

const importedText = (entryId: string, name: string, parts: SourceText['parts']): SourceText => ({
  key: `${entryId}/imported`,
  from: { kind: 'file', name },
  entryId,
  label: name,
  parts,
})

function sourceTextsOfMessage(
  entryId: string,
  text: string,
  attachments: readonly Attachment[],
): EntrySourceTexts {
  const own = [text]
  const texts = attachments.map((attachment): SourceText => {
    const blocks = attachedBlocks(attachment).flatMap(partsOfBlock)
    const key = `${entryId}/${attachment.id}`
    if (attachment.kind === 'file')
      return {
        key,
        from: { kind: 'file', name: attachment.name },
        entryId,
        label: attachment.name,
        parts: blocks,
      }
    const { serverId, serverName, serverHue } = attachment
    const from = { kind: 'server', serverId, serverName, serverHue } as const
    if (attachment.kind === 'prompt') {
      own.push(...Object.values(attachment.arguments))
      return { key, from, entryId, label: attachment.promptName.slice(0, MAX_LABEL), parts: blocks }
    }
    const { uri, name } = attachment
    return { key, from, entryId, label: uri.slice(0, MAX_LABEL), parts: [uri, name, ...blocks] }
  })
  return { texts, own }
}

/** A call without a server is the host's own: what it read is in the chat already. */
function sourceTextsOfCall(call: ToolCall): EntrySourceTexts {
  const { id: entryId, serverId, serverName, serverHue, toolName, result, error } = call
  if (serverId === null) return { texts: [], own: [] }
  const isSent = !['denied', 'rejected'].includes(call.status)
  const texts = argumentTexts(call.arguments)
    .slice(0, MAX_EARLIER_TEXTS)
    .map((one) => ({ ...one, text: one.text.slice(0, MAX_EARLIER) }))
  const from = { kind: 'server', serverId, serverName, serverHue } as const
  const label = toolName.slice(0, MAX_LABEL)
  const about = { from, entryId, label }
  const read: SourceText[] = []
  if (result) read.push({ key: entryId, ...about, parts: partsOfResult(result) })
  // The model found it too. Of a call that was cancelled, or may have run, the words are Gatehouse's own.
  if (call.status === 'failed' && error !== undefined)
    read.push({ key: `${entryId}/error`, ...about, parts: [error] })
  return {
    own: [],
    texts: read,
    ...(isSent ? { sent: { serverId, entryId, toolName, texts } } : {}),
  }
}

function partsOfResult(result: StoredResult): (string | BlobRef)[] {
  const { content, more, structured, structuredContent } = result
  const parts = content.flatMap(partsOfBlock)
  if (more) parts.push(more.kept)
  if (structured) parts.push(structured.kept)
  else if (structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  return parts
}

function partsOfBlock(block: StoredBlock): (string | BlobRef)[] {
  switch (block.type) {
    case 'text':
      return [block.kept ?? block.text]
    case 'resource_link':
      return [block.uri, block.name, block.title ?? '', block.description ?? '']
    case 'resource': {
      const { uri, text, kept } = block.resource
      return [uri, ...(text === undefined ? [] : [kept ?? text])]
    }
    case 'image':
    case 'audio':
      return []
  }
}

/** Characters of a file that are read at once; of plain Latin alone, where an n-gram is found without reading what is before it. */
const READ = 1_048_576

/** The pieces of a text, one after the other; `null` where a file could not be read. */
export async function* piecesOf(text: SourceText, blobs: BlobStore): AsyncGenerator<string | null> {
  for (const part of text.parts) {
    if (typeof part === 'string') {
      yield part
      continue
    }
    if (part.bytes !== part.characters) {
      yield await orNull(blobs.data(part))
      continue
    }
    for (let start = 0; ; start += READ) {
      const piece = await orNull(blobs.text(part, { start, end: start + READ }))
      if (piece !== '') yield piece
      if (piece === null || piece.length < READ) break
    }
  }
}

async function orNull(text: Promise<string>): Promise<string | null> {
  try {
    return await text
  } catch (error) {
    if (isGatehouseError(error)) return null
    throw error
  }
}
