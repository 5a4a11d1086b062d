import type { ContentBlock, ToolResult } from './content.ts'
import type { JsonValue } from '../json/json.ts'
import type { BlobRef, StoredBlock, StoredResult } from './stored-result.ts'
import { truncateText } from '../text/text.ts'

/** Characters of a text, or of a value as JSON, that stay in the record itself. */
const MAX_INLINE = 8192
/** Characters of all blocks of a result that stay inline; later blocks go to one file together. */
const MAX_INLINE_RESULT = 20_000
/** Characters of the beginning of a text that is in a file. */
const PREVIEW = 2000
/** Characters of a small block that stays inline even after the first {@link MAX_INLINE_RESULT}. */
const MAX_LITTLE = 200

/** Data of a result that goes to a file of its own. */
export interface BlobSource {
  data: string
  encoding: 'utf8' | 'base64'
  mimeType: string
}

/** The bytes of a file, which is kept as it is. */
export interface FileSource {
  data: Uint8Array
  encoding: 'bytes'
  mimeType: string
  /** Characters of a text in UTF-8. Absent: it is not read as a text. */
  characters?: number
}

type Splitting<T> = Generator<BlobSource, T, BlobRef>

/**
 * Takes a result apart into its record and the data that is kept in files: each source is yielded, and goes
 * on with what stands for it. Nothing is lost: what is apart can be read whole.
 */
export function* splitResult(result: ToolResult): Splitting<StoredResult> {
  const { content, structuredContent, isError, _meta } = result
  const kept: StoredBlock[] = []
  let size = 0
  for (const block of content) {
    if (size > MAX_INLINE_RESULT) break
    const one = yield* splitBlock(block)
    size += JSON.stringify(one).length
    kept.push(one)
  }
  const rest = content.slice(kept.length)
  return {
    content: kept,
    ...(rest.length === 0
      ? {}
      : { more: { count: rest.length, kept: yield* splitJson(JSON.stringify(rest)) } }),
    ...(structuredContent === undefined ? {} : yield* splitStructured(structuredContent)),
    isError,
    ...(_meta === undefined ? {} : yield* splitMeta(_meta)),
  }
}

/** Takes blocks apart one by one, so that each has its place in the record. */
export function* splitBlocks(content: readonly ContentBlock[]): Splitting<StoredBlock[]> {
  const kept: StoredBlock[] = []
  let size = 0
  for (const block of content) {
    const one = yield* splitBlock(block, size > MAX_INLINE_RESULT ? MAX_LITTLE : MAX_INLINE)
    size += JSON.stringify(one).length
    kept.push(one)
  }
  return kept
}

function* splitBlock(block: ContentBlock, limit = MAX_INLINE): Splitting<StoredBlock> {
  switch (block.type) {
    case 'text': {
      const { text, ...about } = block
      if (isLarge(about, limit)) return yield* splitAsJson(block, limit)
      if (text.length <= limit) return block
      return { ...about, text: previewOf(text, limit), kept: yield* splitText(text, 'text/plain') }
    }
    case 'image':
    case 'audio': {
      const { data, ...about } = block
      if (isLarge(about, limit)) return yield* splitAsJson(block, limit)
      return { ...about, kept: yield* splitData(data, block.mimeType) }
    }
    case 'resource_link':
      return isLarge(block, limit) ? yield* splitAsJson(block, limit) : block
    case 'resource':
      return yield* splitResource(block, limit)
  }
}

function* splitResource(
  block: Extract<ContentBlock, { type: 'resource' }>,
  limit: number,
): Splitting<StoredBlock> {
  const { resource, ...about } = block
  const { text, blob, ...named } = resource
  if (isLarge({ ...about, named }, limit)) return yield* splitAsJson(block, limit)
  const mimeType =
    named.mimeType ?? (text === undefined ? 'application/octet-stream' : 'text/plain')
  if (text !== undefined) {
    if (text.length <= limit) return { ...about, resource: { ...named, text } }
    const kept = yield* splitText(text, mimeType)
    return { ...about, resource: { ...named, text: previewOf(text, limit), kept } }
  }
  if (blob === undefined) return { ...about, resource: named }
  return { ...about, resource: { ...named, kept: yield* splitData(blob, mimeType) } }
}

/** A block whose names or notes alone are large. */
function* splitAsJson(block: ContentBlock, limit: number): Splitting<StoredBlock> {
  const json = JSON.stringify(block)
  return { type: 'text', text: previewOf(json, limit), kept: yield* splitJson(json) }
}

function* splitStructured(
  value: JsonValue,
): Splitting<Pick<StoredResult, 'structuredContent' | 'structured'>> {
  const json = JSON.stringify(value)
  if (json.length <= MAX_INLINE) return { structuredContent: value }
  return { structured: { preview: previewOf(json), kept: yield* splitJson(json) } }
}

function* splitMeta(
  meta: NonNullable<ToolResult['_meta']>,
): Splitting<Pick<StoredResult, '_meta' | 'meta'>> {
  const json = JSON.stringify(meta)
  return json.length <= MAX_INLINE ? { _meta: meta } : { meta: yield* splitJson(json) }
}

const splitJson = (json: string): Splitting<BlobRef> => splitText(json, 'application/json')

function* splitText(text: string, mimeType: string): Splitting<BlobRef> {
  return yield { data: text, encoding: 'utf8', mimeType: mimeType.slice(0, 200) }
}

function* splitData(data: string, mimeType: string): Splitting<BlobRef> {
  return yield { data, encoding: 'base64', mimeType: mimeType.slice(0, 200) }
}

const isLarge = (about: object, limit: number): boolean => JSON.stringify(about).length > limit

const previewOf = (text: string, limit = MAX_INLINE): string =>
  truncateText(text, Math.min(PREVIEW, limit))

/** The blocks of `more`, whose data main wrote itself; what is none is left out all the same. */
export const blocksIn = (value: JsonValue): ContentBlock[] =>
  (Array.isArray(value) ? value : []).flatMap((part) => (isBlock(part) ? [part] : []))

/** Without a schema, whose library the window's first screen does not load. */
function isBlock(part: unknown): part is ContentBlock {
  if (!isObject(part)) return false
  const has = (...names: string[]): boolean => names.every((name) => typeof part[name] === 'string')
  switch (part['type']) {
    case 'text':
      return has('text')
    case 'image':
    case 'audio':
      return has('data', 'mimeType')
    case 'resource_link':
      return has('uri', 'name')
    case 'resource':
      return isObject(part['resource']) && typeof part['resource']['uri'] === 'string'
    default:
      return false
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The data of a result that is in files of its own. */
export function blobsOf(result: StoredResult): BlobRef[] {
  const { content, more, structured, meta, leftOut } = result
  const others = [more?.kept, structured?.kept, meta, leftOut?.kept]
  return [...blobsOfBlocks(content), ...others.filter((ref) => ref !== undefined)]
}

/** The data of single blocks that is in files of its own. */
export const blobsOfBlocks = (blocks: readonly StoredBlock[]): BlobRef[] =>
  blocks.flatMap((block) => {
    const kept =
      block.type === 'resource' ? block.resource.kept : 'kept' in block ? block.kept : undefined
    return kept ?? []
  })
