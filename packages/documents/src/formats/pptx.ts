import { DOCUMENT_LIMITS, isChosen } from '@gatehouse/domain/documents'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { gapsOf, type ReadDocument, type Reading } from '../reading.ts'
import { readRelationships, readXml, type Attributes } from '../xml.ts'
import { resolveEntry, type ZipArchive } from '../zip-archive.ts'

const MAIN = 'ppt/presentation.xml'

/** Slides of a PowerPoint presentation (ECMA-376, part 1, section 19) in their order, with titles, tables and notes. */
export async function readPptx(zip: ZipArchive, { ranges }: Reading): Promise<ReadDocument> {
  const slides = await slideEntries(zip)
  if (slides.length > DOCUMENT_LIMITS.parts) throw new ReadingProblem('too-large')
  const writer = new MarkdownWriter()
  let pictures = 0
  let charts = 0
  for (const [at, entry] of slides.entries()) {
    if (!isChosen(ranges, at + 1) || writer.isFull) continue
    const xml = (await zip.text(entry)) ?? ''
    const isHidden = /<p:sld\b[^>]{0,2000}\bshow="(?:0|false)"/.test(xml)
    writer.raw(`# Slide ${at + 1}${isHidden ? ' (hidden)' : ''}`)
    const seen = writeShapes(xml, writer)
    pictures += seen.pictures
    charts += seen.charts
    const notes = await notesOf(zip, entry)
    if (notes !== undefined) writeNotes(notes, writer)
  }
  return {
    format: 'pptx',
    unit: 'slide',
    count: slides.length,
    text: writer.finish(),
    gaps: gapsOf({
      pictures,
      charts,
      macros: zip.has('ppt/vbaProject.bin') ? 1 : 0,
      cut: writer.isFull ? 1 : 0,
    }),
  }
}

const relationshipsOf = async (zip: ZipArchive, entry: string) => {
  const at = entry.lastIndexOf('/') + 1
  return readRelationships(
    (await zip.text(`${entry.slice(0, at)}_rels/${entry.slice(at)}.rels`)) ?? '',
  )
}

async function slideEntries(zip: ZipArchive): Promise<string[]> {
  const xml = await zip.text(MAIN)
  if (xml === undefined) throw new ReadingProblem('damaged')
  const relations = await relationshipsOf(zip, MAIN)
  const entries: string[] = []
  readXml(xml, {
    open(name, attributes) {
      const target = name === 'p:sldId' ? relations.get(attributes['r:id'] ?? '') : undefined
      if (target) entries.push(resolveEntry(MAIN, target.target))
    },
  })
  return entries
}

async function notesOf(zip: ZipArchive, slide: string): Promise<string | undefined> {
  const notes = [...(await relationshipsOf(zip, slide)).values()].find(
    ({ type }) => type === 'notesSlide',
  )
  return notes && zip.text(resolveEntry(slide, notes.target))
}

/** Placeholders that each slide repeats. */
const REPEATED = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])

function writeShapes(xml: string, writer: MarkdownWriter): { pictures: number; charts: number } {
  let pictures = 0
  let charts = 0
  let placeholder = ''
  let isText = false
  let level = 0
  const open: Readonly<Record<string, (attributes: Attributes) => void>> = {
    'p:sp': () => void (placeholder = ''),
    'p:ph': ({ type = 'body' }) => void (placeholder = type),
    'p:pic': () => void (pictures += 1),
    'c:chart': () => void (charts += 1),
    'a:p': () => void (level = 0),
    'a:pPr': ({ lvl }) => void (level = Number(lvl ?? 0)),
    'a:t': () => void (isText = !REPEATED.has(placeholder)),
    'a:br': () => writer.lineBreak(),
    'a:tbl': () => writer.openTable(),
    'a:tr': () => writer.openRow(),
    // The cells that a merged one covers are listed too, and empty.
    'a:tc': () => writer.openCell(),
  }
  readXml(xml, {
    open: (name, attributes) => open[name]?.(attributes),
    text(data) {
      if (isText) writer.text(data)
    },
    close(name) {
      if (name === 'a:t') isText = false
      else if (name === 'a:tc') writer.closeCell()
      else if (name === 'a:tbl') writer.closeTable()
      else if (name === 'a:p') {
        if (/^(?:title|ctrTitle)$/.test(placeholder)) writer.asHeading(2)
        else if (placeholder === 'body' || level > 0) writer.asItem(level)
        writer.endBlock()
      }
    },
  })
  return { pictures, charts }
}

function writeNotes(xml: string, writer: MarkdownWriter): void {
  const notes = new MarkdownWriter()
  writeShapes(xml, notes)
  const text = notes.finish().replaceAll(/^- /gm, '')
  if (text !== '') writer.raw(`Notes: ${text}`)
}
