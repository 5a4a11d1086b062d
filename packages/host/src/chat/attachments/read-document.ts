import { isGatehouseError } from '@gatehouse/domain'
import {
  DOCUMENT_LIMITS,
  PAGE_TOKENS,
  normalRanges,
  takeDocumentRoom,
  type DocumentForm,
  type DocumentFormat,
  type DocumentGap,
  type DocumentRoom,
  type PartRange,
  type ReadDocument,
} from '@gatehouse/domain/documents'
import type { BlobStore, DocumentContainer, Documents } from '../../ports/index.ts'
import type { AttachedCost } from './attachment-cost.ts'
import { refusal } from './attachment-refusal.ts'
import { decodeText } from './decode-text.ts'
import { drawPages, type PageSources } from './draw-pages.ts'
import { readText, type ReadFile } from './read-attachment.ts'

/** The person's choice of what is sent of a document. */
export interface DocumentChoice {
  /** A file that is no PDF, is too large for the model of the chat, or is chosen in part is sent as text. */
  form: DocumentForm
  /** Absent: all. */
  ranges?: readonly PartRange[] | undefined
  /** Pages without text are sent as pictures where the model takes them. Absent: true. */
  pictures?: boolean | undefined
}

export interface DocumentSources {
  blobs: BlobStore
  documents: Documents
  /** PDF files that the draft has room for. */
  room: DocumentRoom
  /** Undefined where the model of the chat takes no pictures. */
  drawing: PageSources | undefined
}

const TYPES: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  html: 'text/html',
  rtf: 'application/rtf',
  ipynb: 'application/x-ipynb+json',
  eml: 'message/rfc822',
}

const TEXT_FORMATS: Partial<Record<DocumentContainer, DocumentFormat>> = {
  html: 'html',
  ipynb: 'ipynb',
  eml: 'eml',
}

/** Throws `attachment/empty`, `attachment/file-too-large`, `attachment/unsupported`, `attachment/document-…`. */
export async function readDocumentFile(
  { bytes, container }: { bytes: Uint8Array; container: DocumentContainer },
  { form, ranges, pictures = true }: DocumentChoice,
  { blobs, documents, room, drawing }: DocumentSources,
): Promise<ReadFile> {
  if (bytes.byteLength > DOCUMENT_LIMITS.fileBytes) throw refusal.documentTooLarge()
  const format = TEXT_FORMATS[container]
  const source = format === undefined ? undefined : (await decodeText(bytes))?.text
  const read =
    format !== undefined && source !== undefined
      ? await readTextDocument({ container, format, source, bytes, form }, documents)
      : { form: 'text' as const, ...(await documents.read({ container, bytes, ranges })) }
  if (read.text.trim() === '') throw refusal.noText()
  const mimeType = TYPES[read.format]
  const { cost, content } = await readText(read.text, blobs)
  const chosen = ranges && normalRanges(ranges, read.count)
  const { text, names, pagesWithoutText = [], ...facts } = read
  const size = { bytes: bytes.byteLength, pages: read.count }
  const isWhole = !ranges && read.format === 'pdf'
  const isFile = form === 'file' && isWhole && takeDocumentRoom({ ...room }, size)
  const drawn =
    drawing &&
    pictures &&
    !isFile &&
    (await drawPages(bytes, pagesWithoutText, { ...drawing, blobs }))
  const pages = drawn && drawn.pages.length > 0 ? drawn.pages : undefined
  return {
    cost: isFile ? fileCost(cost, size) : drawn ? costWith(cost, drawn.cost) : cost,
    mimeType,
    content,
    ...(pages && { pages }),
    source: await blobs.put({ data: bytes, encoding: 'bytes', mimeType }),
    document: {
      ...facts,
      ...(pages && { gaps: withoutDrawn(facts.gaps, pages.length) }),
      ...(isFile && { form }),
      ...(names && { names }),
      ...(chosen && chosen.length > 0 && { ranges: chosen }),
      characters: text.length,
    },
  }
}

const costWith = (cost: AttachedCost, { bytes, tokens }: AttachedCost): AttachedCost => ({
  ...cost,
  bytes: cost.bytes + bytes,
  tokens: cost.tokens + tokens,
})

/** Gaps without so many pages, of which pictures are sent. */
const withoutDrawn = (gaps: readonly DocumentGap[], pages: number): DocumentGap[] =>
  gaps
    .map((gap) => (gap.kind === 'pages-without-text' ? { ...gap, count: gap.count - pages } : gap))
    .filter(({ count }) => count > 0)

/** The cost of a file with the text of its pages: providers give a model both. */
const fileCost = ({ tokens }: AttachedCost, { bytes, pages }: DocumentRoom): AttachedCost => ({
  bytes,
  tokens: tokens + pages * PAGE_TOKENS,
})

interface TextDocument {
  container: DocumentContainer
  format: DocumentFormat
  source: string
  bytes: Uint8Array
  form: DocumentForm
}

/** One that is damaged, or has no text as it is shown, is sent as it is. */
async function readTextDocument(
  { container, format, source, bytes, form }: TextDocument,
  documents: Documents,
): Promise<ReadDocument & { form: DocumentForm }> {
  const asItIs = {
    format,
    form: 'source',
    unit: 'whole',
    count: 1,
    text: source,
    gaps: [],
  } as const
  const whole = { ...asItIs, gaps: [] }
  if (form === 'source') return whole
  try {
    // A message has encodings of its own.
    const data = format === 'eml' ? bytes : new TextEncoder().encode(source)
    const read = await documents.read({ container, bytes: data })
    return read.text.trim() === '' ? whole : { form: 'text', ...read }
  } catch (error) {
    if (isGatehouseError(error) && error.code === 'attachment/document-damaged') return whole
    throw error
  }
}
