import {
  blocksIn,
  isGatehouseError,
  MESSAGE_BUDGET,
  parseJson,
  type BlobRef,
  type ContentBlock,
  type KeptBlock,
  type KeptResult,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import type { BlobStore } from '../ports/index.ts'
import {
  MAX_MEDIA,
  MAX_MEDIA_BLOCKS,
  MAX_RESULT,
  type MediaBudget,
  type ReadBlock,
  type ReadContent,
} from './read-content.ts'

const GONE = '[The data of this part is not on disk any more.]'
const NOT_AGAIN =
  'not sent to you, as there are too many pictures and sounds, and later ones take its place; the user sees it'
const TOO_LARGE = 'too large or one too many to be sent to you; the user sees it'

/**
 * Reads what is in files of the results of a turn, and no more of it than a model is given. The latest
 * results come first: pictures and sounds of earlier ones give way to theirs.
 */
export async function readResults(
  turn: Turn,
  blobs: BlobStore,
  media: MediaBudget,
): Promise<(call: ToolCall) => ReadContent> {
  const contents = new Map<string, ReadContent>()
  for (const entry of turn.entries.toReversed())
    if (entry.kind === 'tool-call' && entry.result)
      contents.set(entry.id, await new ResultReader(blobs, media).read(entry.result))
  return ({ id }) => contents.get(id) ?? { blocks: [], count: 0 }
}

class ResultReader {
  readonly #blobs: BlobStore
  #left = MAX_RESULT
  #media = 0
  readonly #budget: MediaBudget

  constructor(blobs: BlobStore, budget: MediaBudget) {
    this.#blobs = blobs
    this.#budget = budget
  }

  async read(result: KeptResult): Promise<ReadContent> {
    const { content, more, structured, structuredContent } = result
    const blocks: ReadBlock[] = []
    for (const block of content) {
      if (this.#left <= 0) break
      blocks.push(await this.#block(block))
    }
    if (more && this.#left > 0) blocks.push(...(await this.#more(more.kept)))
    const count = content.length + (more?.count ?? 0)
    if (content.some(({ type }) => type === 'text')) return { blocks, count }
    if (structured)
      return { blocks: [...blocks, await this.#text(structured.kept)], count: count + 1 }
    if (structuredContent === undefined) return { blocks, count }
    const json: ReadBlock = { type: 'text', text: JSON.stringify(structuredContent) }
    return { blocks: [...blocks, json], count: count + 1 }
  }

  async #block(block: KeptBlock): Promise<ReadBlock> {
    switch (block.type) {
      case 'text':
        if (block.kept) return this.#text(block.kept)
        this.#left -= block.text.length
        return block
      case 'image':
      case 'audio':
        return this.#picture(block)
      case 'resource_link':
        return block
      case 'resource': {
        const { kept, ...resource } = block.resource
        if (!kept) {
          this.#left -= resource.text?.length ?? 0
          return { type: 'resource', resource }
        }
        // A model is told of binary data, and gets none of it.
        if (resource.text === undefined) return { type: 'resource', resource }
        const { text, total } = await this.#text(kept)
        return { type: 'resource', resource: { ...resource, text }, ...(total ? { total } : {}) }
      }
    }
  }

  async #text(ref: BlobRef): Promise<{ type: 'text'; text: string; total?: number }> {
    const end = Math.max(0, this.#left)
    const text = await orGone(this.#blobs.text(ref, { start: 0, end }))
    this.#left -= text.length
    return { type: 'text', text, total: ref.characters ?? text.length }
  }

  async #picture(block: Extract<KeptBlock, { type: 'image' | 'audio' }>): Promise<ReadBlock> {
    const { type, mimeType, kept } = block
    this.#media += 1
    // Four characters of base64 for three bytes.
    const characters = (kept.bytes * 4) / 3
    if (characters > MAX_MEDIA || this.#media > MAX_MEDIA_BLOCKS)
      return mediaNote({ type, mimeType }, TOO_LARGE)
    if (!this.#takes(characters)) return mediaNote({ type, mimeType }, NOT_AGAIN)
    const data = await orGone(this.#blobs.data(kept))
    return data === GONE ? { type: 'text', text: GONE } : { type, data, mimeType }
  }

  async #more(ref: BlobRef): Promise<ContentBlock[]> {
    const json = await orGone(this.#blobs.data(ref))
    const parsed = parseJson(json, { budget: MESSAGE_BUDGET })
    if (!parsed.ok) return [{ type: 'text', text: GONE }]
    return blocksIn(parsed.value).map((block) => {
      const isMedia = block.type === 'image' || block.type === 'audio'
      return isMedia && !this.#takes(block.data.length) ? mediaNote(block, NOT_AGAIN) : block
    })
  }

  /** Whether there is room for it in the request. */
  #takes(characters: number): boolean {
    if (this.#budget.blocks === 0 || this.#budget.characters < characters) return false
    this.#budget.blocks -= 1
    this.#budget.characters -= characters
    return true
  }
}

function mediaNote(
  { type, mimeType }: { type: string; mimeType: string },
  why: string,
): { type: 'text'; text: string } {
  return { type: 'text', text: `[${type}, ${mimeType.slice(0, 200)}: ${why}]` }
}

async function orGone(reading: Promise<string>): Promise<string> {
  try {
    return await reading
  } catch (error) {
    if (isGatehouseError(error) && error.code === 'store/blob-missing') return GONE
    throw error
  }
}
