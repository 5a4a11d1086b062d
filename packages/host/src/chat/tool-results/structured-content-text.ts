import {
  canonicalJson,
  MESSAGE_BUDGET,
  parseJson,
  type BlobRef,
  type JsonValue,
  type StoredBlock,
  type StoredResult,
} from '@gatehouse/domain'
import { isSameJson } from '@gatehouse/domain/text'
import type { BlobStore } from '../../ports/index.ts'
import { textOrMissing } from './load-media.ts'

/** Base64 of a picture, sound or binary resource of a result, and what a model reads in its place elsewhere. */
interface RepeatedMedia {
  base64: string
  words: string
}

/**
 * The structured content of a result for a model, which can read on in it. Text that blocks of the result repeat is
 * left out. `undefined`: its data is missing.
 */
export async function structuredText(
  { structured, structuredContent, content }: StoredResult,
  blobs: BlobStore,
): Promise<string | undefined> {
  const value = structured ? await readJson(structured.kept, blobs) : structuredContent
  if (value === undefined) return undefined
  return JSON.stringify(withoutMedia(value, await repeatedMedia(value, content, blobs)))
}

/** True when one of the texts is already the JSON of the structured content: it is not given twice. */
export async function repeatsStructured(
  { structured, structuredContent, content }: StoredResult,
  blobs: BlobStore,
): Promise<boolean> {
  const texts = content.filter((block) => block.type === 'text')
  if (texts.length === 0) return false
  const value = structured ? await readJson(structured.kept, blobs) : structuredContent
  if (value === undefined) return false
  const json = canonicalJson(value)
  for (const { text, kept } of texts) {
    const whole = kept ? await textOrMissing(blobs.data(kept)) : text
    if (isSameJson(whole, json)) return true
  }
  return false
}

async function readJson(ref: BlobRef, blobs: BlobStore): Promise<JsonValue | undefined> {
  const parsed = parseJson(await textOrMissing(blobs.data(ref)), { budget: MESSAGE_BUDGET })
  return parsed.ok ? parsed.value : undefined
}

/** The binary blocks of a result that texts of the value might repeat: those as long as one of its texts. */
async function repeatedMedia(
  value: JsonValue,
  content: readonly StoredBlock[],
  blobs: BlobStore,
): Promise<RepeatedMedia[]> {
  const lengths = new Set<number>()
  collectLengths(value, lengths)
  const found: RepeatedMedia[] = []
  for (const [type, kept] of binariesOf(content)) {
    if (!lengths.has(Math.ceil(kept.bytes / 3) * 4)) continue
    const base64 = await blobs.data(kept).catch(() => '')
    if (base64 !== '') found.push({ base64, words: `[the ${type} of this result]` })
  }
  return found
}

/** The value with words in place of texts that equal media blocks of the result. */
function withoutMedia(value: JsonValue, media: readonly RepeatedMedia[]): JsonValue {
  if (typeof value === 'string') return media.find(({ base64 }) => base64 === value)?.words ?? value
  if (Array.isArray(value)) return value.map((one) => withoutMedia(one, media))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutMedia(one, media)]),
  )
}

export function binariesOf(content: readonly StoredBlock[]): [type: string, kept: BlobRef][] {
  return content.flatMap((block): [string, BlobRef][] => {
    if (block.type === 'image' || block.type === 'audio') return [[block.type, block.kept]]
    if (block.type !== 'resource' || block.resource.text !== undefined) return []
    return block.resource.kept ? [['resource', block.resource.kept]] : []
  })
}

function collectLengths(value: JsonValue, lengths: Set<number>): void {
  if (typeof value === 'string') lengths.add(value.length)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) collectLengths(one, lengths)
}
