/** The contents of the messages of a prompt: one hash for a comparison, one text for a person. */
import {
  bareMediaType,
  canonicalJson,
  type JsonObject,
  type PromptAttachment,
  type PromptChange,
  type StoredBlock,
} from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import type { BlobStore, Digest } from '../../ports/index.ts'
import { withoutSpace } from '../approvals/tool-changes/schema-text.ts'

type Messages = PromptAttachment['messages']

/** Characters of all messages that are read for a comparison in words; whether they differ is decided by all of them. */
const MOST_READ = 1_000_000
/** Characters that two texts share before and after what differs, and that are shown or looked at with it. */
const CONTEXT = 300
/** Characters of each text that are shown. */
const MOST_SHOWN = 8000

/** Prefix of hashes of the contents; hashes without it are of the messages as they were stored. */
const FORM = 'said:'

/** Equal for messages with equal contents for a model: white space of their texts and `_meta` do not count. */
export function messagesHash(messages: Messages, digest: Digest): string {
  const hashed = messages.map(({ role, content }) => ({ role, ...hashedContent(content) }))
  return `${FORM}${digest.sha256(canonicalJson(hashed))}`
}

/**
 * True if a stored hash is the hash of these messages; `undefined` = it has the former form, and only the texts can
 * tell.
 */
export function isHashOf(kept: string, messages: Messages, digest: Digest): boolean | undefined {
  if (kept.startsWith(FORM)) return kept === messagesHash(messages, digest)
  return kept === formerHash(messages, digest) ? true : undefined
}

/** The hash as an earlier version made it, over all fields of the messages. */
function formerHash(messages: Messages, digest: Digest): string {
  const hashed = messages.map(({ role, content }) => ({
    role,
    content:
      content.type === 'text' && !content.kept
        ? { ...content, text: withoutSpace(content.text) }
        : content,
  }))
  return digest.sha256(canonicalJson(hashed))
}

function hashedContent(block: StoredBlock): JsonObject {
  const { type } = block
  switch (type) {
    case 'text':
      return { type, ...textOf(block.text, block.kept) }
    case 'image':
    case 'audio':
      return { type, media: bareMediaType(block.mimeType), data: block.kept.hash }
    case 'resource_link':
      return { type, uri: block.uri, name: block.name, text: block.description ?? '' }
    case 'resource': {
      const { uri, text, kept, mimeType = '' } = block.resource
      if (text !== undefined) return { type, uri, ...textOf(text, kept) }
      return { type, uri, media: bareMediaType(mimeType), data: kept?.hash ?? '' }
    }
  }
}

const textOf = (text: string, kept: { hash: string } | undefined): JsonObject =>
  kept ? { data: kept.hash } : { text: withoutSpace(text) }

/** Messages as one text; `unread`: characters at its end that were not read. */
export interface MessagesText {
  text: string
  unread: number
}

/** Messages as one text for a comparison; what is no text is named by its hash. */
export async function messagesText(
  messages: Messages,
  blobs: Pick<BlobStore, 'text'>,
): Promise<MessagesText> {
  const parts: string[] = []
  let left = MOST_READ
  let unread = 0
  for (const { role, content } of messages) {
    const { text, characters } = await blockText(content, blobs, left)
    const read = text.slice(0, left)
    left -= read.length
    unread += characters - read.length
    parts.push(`${role}:\n${read}`)
  }
  return { text: parts.join('\n\n'), unread }
}

/** The beginning of a block's text within the limit, and its full length. */
async function blockText(
  block: StoredBlock,
  blobs: Pick<BlobStore, 'text'>,
  room: number,
): Promise<{ text: string; characters: number }> {
  const whole = (text: string) => ({ text, characters: text.length })
  switch (block.type) {
    case 'text': {
      const { text, kept } = block
      if (!kept) return whole(text)
      const read = room > 0 ? await blobs.text(kept, { start: 0, end: room }) : ''
      return { text: read, characters: kept.characters ?? kept.bytes }
    }
    case 'image':
    case 'audio':
      return whole(`[${bareMediaType(block.mimeType)}, SHA-256 ${block.kept.hash}]`)
    case 'resource_link':
      return whole([block.name, block.uri, block.description ?? ''].join('\n'))
    case 'resource': {
      const { uri, text, kept } = block.resource
      if (text === undefined) return whole(`${uri}\n[SHA-256 ${kept?.hash ?? ''}]`)
      if (!kept) return whole(`${uri}\n${text}`)
      const read = room > 0 ? await blobs.text(kept, { start: 0, end: room }) : ''
      const characters = kept.characters ?? kept.bytes
      return { text: `${uri}\n${read}`, characters: uri.length + 1 + characters }
    }
  }
}

/** Two texts from shortly before the first difference to shortly after the last. */
export interface Difference {
  before: string
  after: string
  /** Both have the same before it, after it. */
  hasBefore: boolean
  hasAfter: boolean
}

export function differenceOf(before: string, after: string): Difference {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  let end = 0
  while (end < shorter - same && before[before.length - 1 - end] === after[after.length - 1 - end])
    end += 1
  const from = same > 2 * CONTEXT ? startOfWord(after, same - CONTEXT) : 0
  const cut = end > 2 * CONTEXT ? end - CONTEXT : 0
  return {
    before: before.slice(from, before.length - cut),
    after: after.slice(from, after.length - cut),
    hasBefore: from > 0,
    hasAfter: cut > 0,
  }
}

/** The part of the difference that is shown, and how much is left out. `unread`: characters that may differ too. */
export function shownDifference(
  { before, after, hasBefore, hasAfter }: Difference,
  unread: number,
): NonNullable<PromptChange['text']> {
  const more = Math.max(before.length - MOST_SHOWN, after.length - MOST_SHOWN, 0) + unread
  const shown = (text: string): string => {
    const begin = hasBefore ? '…' : ''
    return text.length > MOST_SHOWN
      ? `${begin}${truncateText(text, MOST_SHOWN)}…`
      : `${begin}${text}${hasAfter ? '…' : ''}`
  }
  return { before: shown(before), after: shown(after), ...(more > 0 ? { more } : {}) }
}

/** The place after the next blank, so that no word and no pair of surrogates is torn. */
function startOfWord(text: string, from: number): number {
  const blank = text.slice(from, from + CONTEXT).search(/\s/)
  return blank < 0 ? from : from + blank + 1
}
