import {
  blocksIn,
  MESSAGE_BUDGET,
  parseJson,
  type BlobRef,
  type ContentBlock,
  type JsonValue,
  type StoredBlock,
  type StoredResult,
  type ToolCall,
  type Turn,
} from '@gatehouse/domain'
import type { BlobStore } from '../../ports/index.ts'
import {
  MAX_MEDIA_BLOCKS,
  MAX_RESULT_CHARACTERS,
  type MediaBudget,
  type ModelContentBlock,
  type ModelContent,
} from './model-content-limits.ts'
import { mediaTypeOf } from './result-blocks.ts'
import { binariesOf, repeatsStructured, structuredText } from './structured-content-text.ts'
import {
  DATA_MISSING,
  textOrMissing,
  mediaOrNote,
  loadMedia,
  type StoredMedia,
} from './load-media.ts'

/** The pictures and audio that a request takes. */
interface MediaRules {
  media: MediaBudget
  takes(mimeType: string): boolean | undefined
  /** True if the media is larger than the provider takes. */
  isTooLarge(media: StoredMedia): boolean
}

/**
 * Reads what is in files of the results of a turn, and no more of it than a model is given. The latest
 * results come first: pictures and sounds of earlier ones give way to theirs.
 */
export async function loadResults(
  turn: Turn,
  blobs: BlobStore,
  rules: MediaRules,
): Promise<(call: ToolCall) => ModelContent> {
  const contents = new Map<string, ModelContent>()
  for (const entry of turn.entries.toReversed())
    if (entry.kind === 'tool-call' && entry.result)
      contents.set(entry.id, await new ResultReader(blobs, rules).read(entry.result))
  return ({ id }) => contents.get(id) ?? { blocks: [], count: 0 }
}

class ResultReader {
  readonly #blobs: BlobStore
  #left = MAX_RESULT_CHARACTERS
  #media = 0
  readonly #rules: MediaRules

  constructor(blobs: BlobStore, rules: MediaRules) {
    this.#blobs = blobs
    this.#rules = rules
  }

  async read(result: StoredResult): Promise<ModelContent> {
    const { content, more, structured, structuredContent } = result
    const blocks: ModelContentBlock[] = []
    for (const block of content) {
      if (this.#left <= 0) break
      blocks.push(await this.#block(block))
    }
    if (more && this.#left > 0) blocks.push(...(await this.#more(more.kept)))
    const count = content.length + (more?.count ?? 0)
    if (!structured && structuredContent === undefined) return { blocks, count }
    if (await repeatsStructured(result, this.#blobs)) return { blocks, count }
    const json =
      structured && binariesOf(content).length === 0
        ? await this.#text(structured.kept)
        : await this.#structured(result)
    return { blocks: [...blocks, json], count: count + 1 }
  }

  async #structured(result: StoredResult): Promise<ModelContentBlock> {
    const whole = await structuredText(result, this.#blobs)
    if (whole === undefined) return { type: 'text', text: DATA_MISSING }
    if (!result.structured) return { type: 'text', text: whole }
    const text = whole.slice(0, Math.max(0, this.#left))
    this.#left -= text.length
    return { type: 'text', text, total: whole.length }
  }

  async #json(ref: BlobRef): Promise<JsonValue | undefined> {
    const parsed = parseJson(await textOrMissing(this.#blobs.data(ref)), { budget: MESSAGE_BUDGET })
    return parsed.ok ? parsed.value : undefined
  }

  async #block(block: StoredBlock): Promise<ModelContentBlock> {
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
        if (resource.text === undefined) return this.#binary(resource, kept)
        const { text, total } = await this.#text(kept)
        return { type: 'resource', resource: { ...resource, text }, ...(total ? { total } : {}) }
      }
    }
  }

  async #text(ref: BlobRef): Promise<{ type: 'text'; text: string; total?: number }> {
    const end = Math.max(0, this.#left)
    const text = await textOrMissing(this.#blobs.text(ref, { start: 0, end }))
    this.#left -= text.length
    return { type: 'text', text, total: ref.characters ?? text.length }
  }

  /** A picture or sound goes along as a result's own does; other binary data is only mentioned to a model. */
  async #binary(resource: EmbeddedResource, kept: BlobRef): Promise<ModelContentBlock> {
    const type = mediaTypeOf(resource)
    if (type === undefined) return { type: 'resource', resource }
    const mimeType = resource.mimeType ?? ''
    return embedded(resource, await this.#picture({ type, mimeType, kept }))
  }

  async #picture(block: StoredMedia): Promise<Awaited<ReturnType<typeof loadMedia>>> {
    this.#media += 1
    const isTooMany = this.#media > MAX_MEDIA_BLOCKS
    const takes = () => this.#takes(block.type)
    return loadMedia(block, { ...this.#rules, blobs: this.#blobs, isTooMany, takes })
  }

  /** Decides by the kind alone: the adapter reads the exact type from the first bytes, whatever a server declares. */
  #takes(type: StoredMedia['type']): boolean | undefined {
    return this.#rules.takes(type === 'image' ? 'image/png' : 'audio/wav')
  }

  #mediaOrNote(block: Parameters<typeof mediaOrNote>[1]): ReturnType<typeof mediaOrNote> {
    return mediaOrNote({ media: this.#rules.media, takes: () => this.#takes(block.type) }, block)
  }

  async #more(ref: BlobRef): Promise<ContentBlock[]> {
    const value = await this.#json(ref)
    if (value === undefined) return [{ type: 'text', text: DATA_MISSING }]
    return blocksIn(value).map((block) => this.#withinLimits(block))
  }

  #withinLimits(block: ContentBlock): ContentBlock {
    if (block.type === 'image' || block.type === 'audio') return this.#mediaOrNote(block)
    if (block.type !== 'resource') return block
    const { blob, ...resource } = block.resource
    const type = mediaTypeOf(resource)
    if (blob === undefined) return block
    if (type === undefined) return { ...block, resource }
    const own = { type, data: blob, mimeType: resource.mimeType ?? '' }
    return embedded(resource, this.#mediaOrNote(own))
  }
}

type EmbeddedResource = Extract<ContentBlock, { type: 'resource' }>['resource']

/** An embedded picture or sound with its data, or in words with where it is. */
function embedded(
  resource: EmbeddedResource,
  media: Awaited<ReturnType<typeof loadMedia>>,
): ContentBlock {
  return media.type === 'text'
    ? { type: 'text', text: `[resource ${resource.uri}] ${media.text}` }
    : { type: 'resource', resource: { ...resource, blob: media.data } }
}
