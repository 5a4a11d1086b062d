import { DOCUMENT_LIMITS, isChosen } from '@gatehouse/domain/documents'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { readHtml } from '../read-html.ts'
import { gapsOf, type ReadDocument, type Reading } from '../reading.ts'
import { readXml } from '../xml.ts'
import { resolveEntry, type ZipArchive } from '../zip-archive.ts'

/** The chapters of a book in their reading order (EPUB 3.3, section 5). */
export async function readEpub(zip: ZipArchive, { ranges }: Reading): Promise<ReadDocument> {
  const encryption = (await zip.text('META-INF/encryption.xml')) ?? ''
  // Fonts alone are often hidden; a protected book has keys.
  if (encryption.includes('EncryptedKey') || zip.has('META-INF/rights.xml'))
    throw new ReadingProblem('needs-password')
  const chapters = await chapterEntries(zip)
  if (chapters.length > DOCUMENT_LIMITS.parts) throw new ReadingProblem('too-large')
  const writer = new MarkdownWriter()
  let pictures = 0
  for (const [at, entry] of chapters.entries()) {
    if (!isChosen(ranges, at + 1) || writer.isFull) continue
    writer.raw(`# Chapter ${at + 1}`)
    pictures += readHtml((await zip.text(entry)) ?? '', writer).pictures
  }
  return {
    format: 'epub',
    unit: 'chapter',
    count: chapters.length,
    text: writer.finish(),
    gaps: gapsOf({ pictures, cut: writer.isFull ? 1 : 0 }),
  }
}

async function chapterEntries(zip: ZipArchive): Promise<string[]> {
  let main: string | undefined
  readXml((await zip.text('META-INF/container.xml')) ?? '', {
    open(name, attributes) {
      if (name.endsWith('rootfile')) main ??= attributes['full-path']
    },
  })
  const from = main
  const xml = from === undefined ? undefined : await zip.text(from)
  if (from === undefined || xml === undefined) throw new ReadingProblem('damaged')
  const items = new Map<string, string>()
  const spine: string[] = []
  readXml(xml, {
    open(name, { id, href, idref }) {
      const own = name.slice(name.indexOf(':') + 1)
      if (own === 'item' && id !== undefined && href !== undefined) items.set(id, href)
      if (own === 'itemref' && idref !== undefined) spine.push(idref)
    },
  })
  return spine.flatMap((id) => {
    const href = items.get(id)?.split('#')[0]
    const entry = href === undefined ? '' : resolveEntry(from, decoded(href))
    return zip.has(entry) ? [entry] : []
  })
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
