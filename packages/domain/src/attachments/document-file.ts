import type { BlobRef } from '../content/stored-result.ts'
import { knownModel } from '../models/known-model.ts'
import type { ModelProvider, ModelProviderKind } from '../models/model.ts'
import { ATTACHMENT_LIMITS } from './attachment-limits.ts'
import type { Attachment, FileAttachment } from './attachment.ts'

/** PDF files that a request has room for. */
export interface DocumentRoom {
  /** Bytes of the files, before base64. */
  bytes: number
  pages: number
  /** Number of files; absent: no limit but that of attachments. */
  files?: number
}

/** Tokens of the picture that a provider makes of one page of a PDF. It gives the model the text of the page too. */
export const PAGE_TOKENS = 1600

const NO_ROOM: DocumentRoom = { bytes: 0, pages: 0 }

/** The PDF files that one request of each API takes, by its documentation, with room for the rest of the request. */
const ROOM: Readonly<Record<ModelProviderKind, DocumentRoom>> = {
  // platform.claude.com/docs/en/build-with-claude/pdf-support: 32 MB and 100 pages a request.
  anthropic: { bytes: 15_000_000, pages: 100 },
  // platform.openai.com/docs/guides/pdf-files: 50 MB a request.
  'openai-responses': { bytes: 15_000_000, pages: 100 },
  'openai-compatible': { bytes: 15_000_000, pages: 100 },
  // ai.google.dev/gemini-api/docs/document-processing: 20 MB a request, 1,000 pages.
  google: { bytes: 10_000_000, pages: 1000 },
  // Files of chat completions are not documented there.
  'azure-openai': NO_ROOM,
  // docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html: 4.5 MB a file, 5 files a message.
  'amazon-bedrock': { bytes: 4_500_000, pages: 100, files: 5 },
}

/** The models of Bedrock that look at the pages of a PDF: Claude from 3.5 on, where citations are asked for. */
const LOOKS_AT_PAGES = /(?:^|[./])anthropic\.claude-(?!v\d|instant|3-(?:haiku|sonnet|opus))/

/** The endpoint with chat completions that takes PDF files; what others take is not known. */
const CHAT_COMPLETIONS_HOST = 'api.openai.com'

/** Returns the PDF files that a request to this model has room for. A model without pictures takes none. */
export function documentRoom(
  provider: Pick<ModelProvider, 'kind' | 'baseUrl' | 'models' | 'overrides'> | undefined,
  modelId: string,
): DocumentRoom {
  if (!provider || knownModel(provider, modelId).images?.value === false) return { ...NO_ROOM }
  const { kind, baseUrl } = provider
  const isOther =
    (kind === 'openai-compatible' && new URL(baseUrl).hostname !== CHAT_COMPLETIONS_HOST) ||
    (kind === 'amazon-bedrock' && !LOOKS_AT_PAGES.test(modelId))
  return { ...(isOther ? NO_ROOM : ROOM[kind]) }
}

/** Takes a file of so many pages out of the room; returns false where it does not fit. */
export function takeDocumentRoom(room: DocumentRoom, file: DocumentRoom): boolean {
  if (file.bytes > room.bytes || file.pages > room.pages || room.files === 0) return false
  room.bytes -= file.bytes
  room.pages -= file.pages
  if (room.files !== undefined) room.files -= 1
  return true
}

/** The PDF file that an attachment is sent as; undefined for any other form. */
export function fileOfDocument(
  attachment: Attachment,
): { source: BlobRef; size: DocumentRoom } | undefined {
  if (attachment.kind !== 'file' || attachment.document?.form !== 'file') return undefined
  const { source, document } = attachment
  return source && { source, size: { bytes: source.bytes, pages: document.count } }
}

/** Returns a document that is sent as a file with its text as what is sent; other files as they are. */
export function documentAsText(file: FileAttachment): FileAttachment {
  const { document, content, tokens } = file
  if (document?.form !== 'file') return file
  const bytes = content.type === 'text' ? (content.kept?.bytes ?? content.text.length) : file.bytes
  return {
    ...file,
    bytes,
    tokens: Math.max(0, tokens - document.count * PAGE_TOKENS),
    ...(document.characters > ATTACHMENT_LIMITS.textCharacters && { shortened: true as const }),
    document: { ...document, form: 'text' },
  }
}

/**
 * The attachments of one message as a request with this room sends them: a file that does not fit as its text. Takes
 * the files that fit out of the room.
 */
export function attachmentsInRoom<Kind extends Attachment>(
  attachments: readonly Kind[],
  room: DocumentRoom,
): (Kind | FileAttachment)[] {
  return attachments.map((attachment) => {
    const file = fileOfDocument(attachment)
    const isSentAsIs = !file || takeDocumentRoom(room, file.size)
    return isSentAsIs || attachment.kind !== 'file' ? attachment : documentAsText(attachment)
  })
}
