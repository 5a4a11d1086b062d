import mammoth from 'mammoth'
import { MarkdownWriter } from '../markdown-writer.ts'
import { readHtml } from '../read-html.ts'
import { gapsOf, type ReadDocument } from '../reading.ts'
import { ReadingProblem } from '../document-error.ts'
import type { ZipArchive } from '../zip-archive.ts'

/** The archive as mammoth reads one: its own reader would unpack without a limit. */
function filesOf(zip: ZipArchive) {
  return {
    exists: (name: string) => zip.has(name),
    async read(name: string, encoding?: string) {
      const bytes = await zip.bytes(name)
      if (encoding === undefined) return bytes
      if (encoding === 'base64') return Buffer.from(bytes).toString('base64')
      return new TextDecoder(encoding).decode(bytes)
    },
  }
}

/** Text of a Word document (ECMA-376): headings, lists, tables, foot- and endnotes. */
export async function readDocx(zip: ZipArchive): Promise<ReadDocument> {
  let pictures = 0
  const convertImage = mammoth.images.imgElement(() => {
    pictures += 1
    return Promise.resolve({ src: '' })
  })
  const input = { file: filesOf(zip) } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
  const html = await mammoth.convertToHtml(input, { convertImage }).catch((error: unknown) => {
    throw error instanceof ReadingProblem ? error : new ReadingProblem('damaged', error)
  })
  const writer = new MarkdownWriter()
  readHtml(html.value, writer)
  const text = writer.finish()
  const macros = zip.has('word/vbaProject.bin') ? 1 : 0
  return {
    format: 'docx',
    unit: 'whole',
    count: 1,
    text,
    gaps: gapsOf({ pictures, macros, cut: writer.isFull ? 1 : 0 }),
  }
}
