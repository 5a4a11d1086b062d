import {
  ATTACHMENT_LIMITS,
  bareMediaType,
  splitBlocks,
  type ContentBlock,
  type BlobRef,
  type BlobSource,
  type FileAttachment,
  type FileSource,
  type StoredBlock,
  type PromptResult,
  type ReadResourceResult,
} from '@gatehouse/domain'
import type { TextEncoding } from '@gatehouse/domain/chats'
import type { DocumentFacts } from '@gatehouse/domain/documents'
import type { PictureFacts } from '@gatehouse/domain/pictures'
import type { BlobStore } from '../../ports/index.ts'
import { costOf, type AttachedCost } from './attachment-cost.ts'
import { refusal } from './attachment-refusal.ts'
import { decodeText, decodeTextAs, type DecodedText } from './decode-text.ts'
import { encodeText } from './encode-text.ts'
import {
  bytesOfBase64,
  documentContainerOf,
  sniffMedia,
  sniffRefused,
  type SniffedMedia,
} from './sniff-media.ts'

/** A block whose type is the one that its bytes show. */
interface ReadBlock {
  block: ContentBlock
  sniffed?: SniffedMedia | undefined
}

/** A file as it is attached: what it holds is in the store, and nothing in the draft yet. */
export interface ReadFile {
  cost: AttachedCost
  mimeType: string
  content: StoredBlock
  picture?: PictureFacts
  encoding?: TextEncoding
  /** The file, where something else of it can be chosen. */
  source?: BlobRef
  document?: DocumentFacts
  pages?: FileAttachment['pages']
}

/**
 * Reads a file that is no document and no picture. Throws `attachment/empty`, `attachment/file-too-large`,
 * `attachment/unsupported`.
 */
export async function readFile(
  { bytes, mimeType }: { bytes: Uint8Array; mimeType: string },
  blobs: BlobStore,
): Promise<ReadFile> {
  if (bytes.byteLength === 0) throw refusal.empty()
  if (bytes.byteLength > ATTACHMENT_LIMITS.fileBytes) throw refusal.fileTooLarge()
  const sniffed = sniffMedia(bytes)
  if (sniffed?.media === 'audio') return readSoundFile(bytes, sniffed, blobs)
  const kind = sniffRefused(bytes)
  if (kind !== undefined) throw refusal.kind(kind)
  const container = documentContainerOf({ bytes })
  if (container !== undefined) throw refusal.document(container)
  const decoded = await decodeText(bytes)
  if (decoded === undefined) throw refusal.unsupported()
  return readTextFile({ ...decoded, bytes, mimeType }, blobs)
}

/**
 * The same file, its text in another encoding.
 * @throws {GatehouseError} `attachment/not-in-encoding`, `attachment/empty`
 */
export async function readFileAs(
  file: { bytes: Uint8Array; mimeType: string; encoding: TextEncoding },
  blobs: BlobStore,
): Promise<ReadFile> {
  const text = await decodeTextAs(file.bytes, file.encoding)
  if (text === undefined || text.includes('\0')) throw refusal.notInEncoding()
  return readTextFile({ ...file, text }, blobs)
}

async function readTextFile(
  file: DecodedText & { bytes: Uint8Array; mimeType: string },
  blobs: BlobStore,
): Promise<ReadFile> {
  const { text, encoding, bytes } = file
  const { cost, ...read } = await readText(text, blobs)
  const mimeType = textType(file.mimeType)
  const whole = { ...read, cost: { ...cost, bytes: bytes.byteLength }, mimeType }
  if (encoding === 'utf-8') return whole
  const source = await blobs.put({ data: bytes, encoding: 'bytes', mimeType })
  return { ...whole, encoding, source }
}

/** Reads a text like a file. Throws `attachment/empty`. */
export async function readText(text: string, blobs: BlobStore): Promise<ReadFile> {
  if (text.trim() === '') throw refusal.empty()
  const block: ContentBlock = { type: 'text', text }
  const [content] = await kept([block], blobs)
  if (!content) throw refusal.unsupported()
  const bytes = 'kept' in content ? content.kept?.bytes : undefined
  return { cost: costOf([{ block, bytes }]), mimeType: textType(''), content }
}

async function readSoundFile(
  bytes: Uint8Array,
  sniffed: SniffedMedia & { media: 'audio' },
  blobs: BlobStore,
): Promise<ReadFile> {
  const { media, mimeType } = sniffed
  const ref = await blobs.put({ data: bytes, encoding: 'bytes', mimeType })
  const block: ContentBlock = { type: media, data: '', mimeType }
  const cost = { ...costOf([{ block, sniffed }]), bytes: bytes.byteLength }
  return { cost, mimeType, content: { type: media, mimeType, kept: ref } }
}

/** The type of a text as its server gave it, if that is one; it decides nothing. */
function textType(mimeType: string): string {
  const type = bareMediaType(mimeType)
  return /^text\/|[/+](?:json|xml|javascript|yaml|toml)$/i.test(type) ? type : 'text/plain'
}

/** The contents of a resource. Throws `attachment/empty`, `attachment/unsupported`, `attachment/too-much`. */
export async function readContents(
  { contents }: ReadResourceResult,
  blobs: BlobStore,
): Promise<{ cost: AttachedCost; contents: StoredBlock[] }> {
  const blocks = contents.map((resource) => withType({ type: 'resource', resource }))
  const { cost, kept: keptBlocks } = await keepRead(blocks, blobs)
  return { cost, contents: keptBlocks }
}

/** The messages of a prompt, in their roles. Throws the same. */
export async function readMessages(
  { messages }: PromptResult,
  { given, blobs }: { given: Readonly<Record<string, string>>; blobs: BlobStore },
): Promise<{
  cost: AttachedCost
  messages: { role: 'user' | 'assistant'; content: StoredBlock }[]
}> {
  const blocks = messages.map(({ content }) => withType(content))
  // The arguments go to the model with the messages.
  const argumentsCost = costOf([{ block: { type: 'text', text: JSON.stringify(given) } }])
  if (argumentsCost.bytes > ATTACHMENT_LIMITS.allBytes) throw refusal.tooMuch()
  const { cost, kept: keptBlocks } = await keepRead(blocks, blobs)
  return {
    cost: {
      ...cost,
      bytes: cost.bytes + argumentsCost.bytes,
      tokens: cost.tokens + argumentsCost.tokens,
    },
    messages: messages.flatMap(({ role }, index) => {
      const content = keptBlocks[index]
      return content ? [{ role, content }] : []
    }),
  }
}

async function keepRead(
  blocks: ReadBlock[],
  blobs: BlobStore,
): Promise<{ cost: AttachedCost; kept: StoredBlock[] }> {
  if (blocks.length === 0) throw refusal.empty()
  if (!blocks.some(isTaken)) throw refusal.unsupported()
  const cost = costOf(blocks)
  if (cost.bytes > ATTACHMENT_LIMITS.allBytes) throw refusal.tooMuch()
  return {
    cost,
    kept: await kept(
      blocks.map(({ block }) => block),
      blobs,
    ),
  }
}

/** True if a model is given any part of it. */
const isTaken = ({ block, sniffed: media }: ReadBlock): boolean =>
  media !== undefined ||
  block.type === 'text' ||
  block.type === 'resource_link' ||
  (block.type === 'resource' && block.resource.text !== undefined)

/** Data that is neither picture nor sound is treated so, whatever its server declares. */
const NEITHER = 'application/octet-stream'

/** Takes the media type from the bytes of a block, not from its server; pictures too large to be sent get none. */
function withType(block: ContentBlock): ReadBlock {
  if (block.type === 'image' || block.type === 'audio') {
    const media = mediaOf(block.data)
    return { block: { ...block, mimeType: media?.mimeType ?? NEITHER }, sniffed: media }
  }
  if (block.type !== 'resource' || block.resource.text !== undefined) return { block }
  const { resource } = block
  const media = mediaOf(resource.blob ?? '')
  const claimedType = /^(?:image|audio)\//i.test(resource.mimeType ?? '')
    ? NEITHER
    : resource.mimeType
  const mimeType = media?.mimeType ?? claimedType
  return {
    block: { ...block, resource: { ...resource, ...(mimeType ? { mimeType } : {}) } },
    sniffed: media,
  }
}

function mediaOf(base64: string): SniffedMedia | undefined {
  if ((base64.length * 3) / 4 > ATTACHMENT_LIMITS.fileBytes) return undefined
  const bytes = bytesOfBase64(base64)
  const media = bytes && sniffMedia(bytes)
  if (media?.media !== 'image') return media
  const { width, height } = media
  const { edge, pixels } = ATTACHMENT_LIMITS
  return width > edge || height > edge || width * height > pixels ? undefined : media
}

async function kept(blocks: ContentBlock[], blobs: BlobStore): Promise<StoredBlock[]> {
  const keeping = splitBlocks(blocks)
  let step = keeping.next()
  while (!step.done) step = keeping.next(await blobs.put(await inBytes(step.value)))
  return step.value
}

/** A text as its bytes: a store would encode it at once. */
async function inBytes(source: BlobSource): Promise<BlobSource | FileSource> {
  const { data, encoding, mimeType } = source
  if (encoding !== 'utf8') return source
  return {
    data: await encodeText(data),
    encoding: 'bytes',
    mimeType,
    characters: data.length,
  }
}
