import { acceptsMedia, type BlobRef, type FileAttachment } from '@gatehouse/domain'
import type { TextEncoding } from '@gatehouse/domain/chats'
import type { DocumentRoom } from '@gatehouse/domain/documents'
import {
  pictureEdge,
  pictureFormatOf,
  SVG_TYPE,
  type PictureChoice,
} from '@gatehouse/domain/pictures'
import type { HostDependencies } from '../../dependencies.ts'
import type { BlobStore } from '../../ports/index.ts'
import { blobsOfChat } from '../conversations/blobs-of-chat.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { refusal } from './attachment-refusal.ts'
import { modelOfChat } from './model-of-chat.ts'
import { readFile, readFileAs, type ReadFile } from './read-attachment.ts'
import { readDocumentFile, type DocumentChoice, type DocumentSources } from './read-document.ts'
import { readPictureFile } from './read-picture-file.ts'
import { documentContainerOf } from './sniff-media.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'documents' | 'pictures'> & {
  conversations: ConversationService
}

/** A file as the window read it. */
export interface FileToAttach {
  name: string
  mimeType: string
  bytes: Uint8Array
}

/** PDF files, and pictures and sounds, that the draft still has room for. */
export interface DraftRoom {
  files: DocumentRoom
  media: number
}

/** An attached file whose own bytes are still kept. */
export type FileWithSource = FileAttachment & { source: BlobRef }

/** The same, with those bytes. `bytes` are the file's, not their number. */
type SourceFile = Omit<FileWithSource, 'bytes'> & { bytes: Uint8Array }

/** Reads files of drafts as text, picture or document, for the model of their chat. Throws `attachment/…`. */
export class DraftFileReader {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  read(conversationId: string, file: FileToAttach, room: DraftRoom): Promise<ReadFile> {
    const { stores } = this.#deps
    const blobs = this.#blobsOf(conversationId)
    const container = documentContainerOf(file)
    if (container !== undefined) {
      const document = { bytes: file.bytes, container }
      const sources = this.#documentSources(conversationId, room)
      return readDocumentFile(document, { form: 'file' }, sources)
    }
    const format = pictureFormatOf(file)
    if (format === undefined) return readFile(file, blobs)
    const { pictureMetadata: metadata } = stores.settings.load()
    const choice = { form: 'picture', size: 'fitted', metadata } as const
    return readPictureFile({ ...file, format }, choice, this.#pictureSources(conversationId))
  }

  async readPicture(
    conversationId: string,
    { name, bytes, source }: SourceFile,
    choice: PictureChoice,
  ): Promise<ReadFile> {
    const format = pictureFormatOf({ bytes, name })
    if (format === undefined) throw refusal.changed()
    if (choice.form === 'source' && format === 'svg') {
      const text = { bytes, mimeType: SVG_TYPE }
      return { ...(await readFile(text, this.#blobsOf(conversationId))), source }
    }
    return readPictureFile({ bytes, format }, choice, this.#pictureSources(conversationId))
  }

  async readAs(
    conversationId: string,
    { mimeType, bytes, source }: SourceFile,
    encoding: TextEncoding,
  ): Promise<ReadFile> {
    const read = await readFileAs({ bytes, mimeType, encoding }, this.#blobsOf(conversationId))
    // As long as another encoding can be chosen its bytes stay, also once it is read as UTF-8.
    return { ...read, encoding, source }
  }

  async readDocument(
    conversationId: string,
    { name, bytes, document }: SourceFile,
    { room, ...choice }: DocumentChoice & { room: DraftRoom },
  ): Promise<ReadFile> {
    const container = documentContainerOf({ bytes, name })
    if (!document || container === undefined) throw refusal.changed()
    const sources = this.#documentSources(conversationId, room)
    return readDocumentFile({ bytes, container }, choice, sources)
  }

  #documentSources(conversationId: string, { files, media }: DraftRoom): DocumentSources {
    const { model, provider } = modelOfChat(this.#deps, conversationId)
    const sees = model && provider && acceptsMedia(provider, model.modelId, 'image/png') !== false
    const { blobs, ...drawing } = this.#pictureSources(conversationId)
    const { documents } = this.#deps
    return {
      blobs,
      documents,
      room: files,
      drawing: sees ? { ...drawing, room: media } : undefined,
    }
  }

  #pictureSources(conversationId: string) {
    const { pictures } = this.#deps
    const { provider } = modelOfChat(this.#deps, conversationId)
    return { blobs: this.#blobsOf(conversationId), pictures, edge: pictureEdge(provider?.kind) }
  }

  #blobsOf(conversationId: string): BlobStore {
    return blobsOfChat(this.#deps.stores.blobs, conversationId)
  }
}
