import {
  ATTACHMENT_LIMITS,
  bareMediaType,
  type Attachment,
  type BlobRef,
  type StoredBlock,
} from '@gatehouse/domain'
import type { DocumentRoom } from '@gatehouse/domain/documents'
import { groupedDigits, truncateText } from '@gatehouse/domain/text'
import type { BlobStore, UserPart } from '../../ports/index.ts'
import type { MediaBudget } from '../tool-results/model-content-limits.ts'
import {
  DATA_MISSING,
  textOrMissing,
  loadMedia,
  type StoredMedia,
} from '../tool-results/load-media.ts'

/** Properties of the request in which a message is sent. */
export interface AttachedSources {
  blobs: BlobStore
  media: MediaBudget
  /** PDF files that the request still takes. */
  documents: DocumentRoom
  /** True if the model takes media of this type; `undefined` = unknown, and the media is sent. */
  takes(mimeType: string): boolean | undefined
  /** True if the media is larger than the provider takes. */
  isTooLarge(media: StoredMedia): boolean
  /** Returns the handle and the tool with which the model reads on in an attachment. */
  readOn(attachment: Attachment): { handle: string; tool: string; onShortened(): void }
}

/** Reads the blocks of one attachment for a model: as much of its texts as it is given at once. */
export class AttachedParts {
  readonly #attachment: Attachment
  readonly #sources: AttachedSources
  #left: number = ATTACHMENT_LIMITS.textCharacters

  constructor(attachment: Attachment, sources: AttachedSources) {
    this.#attachment = attachment
    this.#sources = sources
  }

  /** A block as data, its text between two lines with a mark. */
  async read(block: StoredBlock, index: number): Promise<UserPart[]> {
    switch (block.type) {
      case 'text':
        return [textPart(this.#marked(await this.#text(block.text, block.kept, index)))]
      case 'image':
      case 'audio':
        return this.#media(block.mimeType, block.kept)
      case 'resource_link': {
        const { name, uri, description = '' } = block
        return [textPart(this.#marked(this.#cut(`${name} ${uri} ${description}`)))]
      }
      case 'resource': {
        const { text, kept, mimeType = '' } = block.resource
        if (text !== undefined) return [textPart(this.#marked(await this.#text(text, kept, index)))]
        if (kept && /^(?:image|audio)\//.test(mimeType)) return this.#media(mimeType, kept)
        const bytes = groupedDigits(kept?.bytes ?? 0)
        const type = mimeType === '' ? 'unknown type' : bareMediaType(mimeType)
        return [textPart(`[Binary data, ${type}, ${bytes} bytes: not given to you.]`)]
      }
    }
  }

  /** A message of a prompt: its text is sent in its role, what else is in it is data. */
  async readMessage(block: StoredBlock, index: number): Promise<UserPart[]> {
    if (block.type === 'text') return [textPart(await this.#text(block.text, block.kept, index))]
    if (block.type !== 'resource') return this.read(block, index)
    const name = JSON.stringify(block.resource.uri.slice(0, 500))
    return [textPart(`[The resource ${name}:]`), ...(await this.read(block, index))]
  }

  /** No one who wrote the text knew the id of what it would become. */
  #marked(text: string): string {
    let mark = `----- ${this.#attachment.id} -----`
    while (text.includes(mark)) mark = `-${mark}-`
    return `${mark}\n${text}\n${mark}`
  }

  #cut(text: string): string {
    const given = truncateText(text, Math.max(0, this.#left))
    this.#left -= text.length
    return given
  }

  async #text(inline: string, kept: BlobRef | undefined, index: number): Promise<string> {
    const room = Math.max(0, this.#left)
    const text = kept
      ? await textOrMissing(this.#sources.blobs.text(kept, { start: 0, end: room }))
      : inline
    const total = text === DATA_MISSING ? text.length : (kept?.characters ?? inline.length)
    const given = truncateText(text, room)
    this.#left -= total
    if (given.length >= total) return given
    const { handle, tool, onShortened } = this.#sources.readOn(this.#attachment)
    onShortened()
    const left = groupedDigits(total - given.length)
    return `${given}\n[Shortened: ${left} of ${groupedDigits(total)} characters are not here. Call ${tool} with result "${handle}", part ${index}, from ${given.length} to read on.]`
  }

  /** A file as it is, of the type that its bytes showed. */
  async readFile(source: BlobRef, tokens: number): Promise<UserPart[]> {
    const data = await textOrMissing(this.#sources.blobs.data(source))
    if (data === DATA_MISSING) return [textPart(DATA_MISSING)]
    return [{ type: 'document', mimeType: 'application/pdf', data, tokens }]
  }

  async #media(mimeType: string, kept: BlobRef): Promise<UserPart[]> {
    const type = mimeType.startsWith('image/') ? ('image' as const) : ('audio' as const)
    if (mimeType === 'application/octet-stream')
      return [
        textPart('[This is neither a picture nor a sound that can be sent: not given to you.]'),
      ]
    if (this.#sources.takes(mimeType) === false)
      return [
        textPart(`[This model takes no ${type}, so you are not given it. The user was told.]`),
      ]
    const taken = await loadMedia({ type, mimeType, kept }, this.#sources)
    return [taken.type === 'text' ? textPart(taken.text) : { ...taken, mimeType }]
  }
}

const textPart = (text: string): UserPart => ({ type: 'text', text })
