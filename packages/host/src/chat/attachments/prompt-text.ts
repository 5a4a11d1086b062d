import {
  bareMediaType,
  canonicalJson,
  type PromptAttachment,
  type StoredBlock,
} from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import type { BlobStore, Digest } from '../../ports/index.ts'
import { withoutSpace } from '../schema-text.ts'

type Messages = PromptAttachment['messages']

/** Characters of all messages that are read for a comparison in words; whether they differ is told by all of them. */
const MOST_READ = 1_000_000
/** Characters before the first difference that are shown, and of each text in all. */
const CONTEXT = 300
const MOST_SHOWN = 8000

/** The same for messages that say the same: white space of their texts says nothing. */
export function messagesHash(messages: Messages, digest: Digest): string {
  const said = messages.map(({ role, content }) => ({
    role,
    content:
      content.type === 'text' && !content.kept
        ? { ...content, text: withoutSpace(content.text) }
        : content,
  }))
  return digest.sha256(canonicalJson(said))
}

/** Messages as one text for a comparison; what is no text is named by its hash. */
export async function messagesText(
  messages: Messages,
  blobs: Pick<BlobStore, 'text'>,
): Promise<string> {
  const parts: string[] = []
  let left = MOST_READ
  for (const { role, content } of messages) {
    if (left <= 0) break
    const text = (await blockText(content, blobs)).slice(0, left)
    left -= text.length
    parts.push(`${role}:\n${text}`)
  }
  return parts.join('\n\n')
}

async function blockText(block: StoredBlock, blobs: Pick<BlobStore, 'text'>): Promise<string> {
  switch (block.type) {
    case 'text':
      return block.kept ? blobs.text(block.kept, { start: 0, end: MOST_READ }) : block.text
    case 'image':
    case 'audio':
      return `[${bareMediaType(block.mimeType)}, SHA-256 ${block.kept.hash}]`
    case 'resource_link':
      return [block.name, block.uri, block.description ?? ''].join('\n')
    case 'resource': {
      const { uri, text, kept } = block.resource
      if (text === undefined) return `${uri}\n[SHA-256 ${kept?.hash ?? ''}]`
      return `${uri}\n${kept ? await blobs.text(kept, { start: 0, end: MOST_READ }) : text}`
    }
  }
}

/** Two texts from shortly before where they differ, and cut. */
export function fromFirstDifference(
  before: string,
  after: string,
): { before: string; after: string } {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1
  const from = same > 2 * CONTEXT ? startOfWord(after, same - CONTEXT) : 0
  const shown = (text: string): string => {
    const rest = text.slice(from)
    const cut = rest.length > MOST_SHOWN ? `${truncateText(rest, MOST_SHOWN)}…` : rest
    return from === 0 ? cut : `…${cut}`
  }
  return { before: shown(before), after: shown(after) }
}

/** The place after the next blank, so that no word and no pair of surrogates is torn. */
function startOfWord(text: string, from: number): number {
  const blank = text.slice(from, from + CONTEXT).search(/\s/)
  return blank < 0 ? from : from + blank + 1
}
