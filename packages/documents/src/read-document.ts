import type { DocumentToRead } from '@gatehouse/host/ports'
import { readHtml } from './read-html.ts'
import { MarkdownWriter } from './markdown-writer.ts'
import { ReadingProblem } from './document-error.ts'
import { readDocx } from './formats/docx.ts'
import { readEml } from './formats/eml.ts'
import { readEpub } from './formats/epub.ts'
import { readNotebook } from './formats/ipynb.ts'
import { openFormatOf, readOpenDocument } from './formats/open-document.ts'
import { readPdf } from './formats/pdf.ts'
import { readPptx } from './formats/pptx.ts'
import { readRtf } from './formats/rtf.ts'
import { readXlsx } from './formats/xlsx.ts'
import { gapsOf, type ReadDocument } from './reading.ts'
import { ZipArchive } from './zip-archive.ts'

/**
 * @param characterMaps the folder with the character maps of pdf.js
 * @throws {ReadingProblem} where it is not read
 */
export async function readDocument(
  document: DocumentToRead,
  { characterMaps }: { characterMaps: string },
): Promise<ReadDocument> {
  const { container, bytes } = document
  switch (container) {
    case 'pdf':
      return readPdf(document, characterMaps)
    case 'rtf':
      return readRtf(bytes)
    case 'zip':
      return readZip(document)
    case 'compound':
      // What Office encrypts is a compound file too (MS-OFFCRYPTO, section 1.3.3).
      throw new ReadingProblem(isEncryptedPackage(bytes) ? 'needs-password' : 'old-office')
    case 'eml':
      return readEml(bytes)
    case 'html':
      return readPage(new TextDecoder().decode(bytes))
    case 'ipynb':
      return readNotebook(new TextDecoder().decode(bytes))
  }
}

function readPage(html: string): ReadDocument {
  const writer = new MarkdownWriter()
  const { pictures } = readHtml(html, writer)
  const gaps = gapsOf({ pictures, cut: writer.isFull ? 1 : 0 })
  return { format: 'html', unit: 'whole', count: 1, text: writer.finish(), gaps }
}

async function readZip(document: DocumentToRead): Promise<ReadDocument> {
  const zip = await ZipArchive.open(document.bytes)
  const mimeType = zip.has('mimetype') ? ((await zip.text('mimetype')) ?? '') : ''
  const open = openFormatOf(mimeType)
  if (open) return readOpenDocument(zip, open, document)
  if (mimeType.trim() === 'application/epub+zip') return readEpub(zip, document)
  if (zip.has('word/document.xml')) return readDocx(zip)
  if (zip.names().some((name) => /^xl\/workbook\d{0,5}\.xml$/.test(name)))
    return readXlsx(zip, document)
  if (zip.has('ppt/presentation.xml')) return readPptx(zip, document)
  if (zip.has('META-INF/container.xml')) return readEpub(zip, document)
  throw new ReadingProblem('archive')
}

/** `EncryptedPackage` in UTF-16 is the name of the stream that holds an encrypted document. */
const isEncryptedPackage = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
