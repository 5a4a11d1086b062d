import { DOCUMENT_LIMITS, isChosen } from '@gatehouse/domain/documents'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { gapsOf, type ReadDocument, type Reading } from '../reading.ts'
import { spanOf } from '../read-html.ts'
import { SheetGrid } from '../sheet-grid.ts'
import { readXml, type Attributes } from '../xml.ts'
import type { ZipArchive } from '../zip-archive.ts'

type OpenFormat = 'odt' | 'ods' | 'odp'

const FORMATS: Readonly<Record<string, OpenFormat>> = {
  text: 'odt',
  spreadsheet: 'ods',
  presentation: 'odp',
}

/** The format that a `mimetype` entry names; templates are read as what they make. */
export function openFormatOf(mimeType: string): OpenFormat | undefined {
  const kind = /^application\/vnd\.oasis\.opendocument\.([a-z]{1,20})(?:-template)?$/.exec(
    mimeType.trim(),
  )?.[1]
  return kind === undefined ? undefined : FORMATS[kind]
}

/** An OpenDocument text, spreadsheet or presentation (ODF 1.3, part 3). */
export async function readOpenDocument(
  zip: ZipArchive,
  format: OpenFormat,
  { ranges }: Reading,
): Promise<ReadDocument> {
  const manifest = (await zip.text('META-INF/manifest.xml')) ?? ''
  if (manifest.includes('encryption-data')) throw new ReadingProblem('needs-password')
  const xml = await zip.text('content.xml')
  if (xml === undefined) throw new ReadingProblem('damaged')
  const macros = zip.names().some((name) => name.startsWith('Basic/') && name.endsWith('.xml'))
  const pictures = zip.names().filter((name) => name.startsWith('Pictures/')).length
  const read = format === 'ods' ? readSheets(xml, ranges) : readFlow(xml, format, ranges)
  const { isCut, ...facts } = read
  const counts = { pictures, macros: macros ? 1 : 0, cut: isCut ? 1 : 0 }
  return { format, ...facts, gaps: gapsOf(counts) }
}

type Read = Pick<ReadDocument, 'unit' | 'count' | 'names' | 'text'> & { isCut: boolean }

/** Spaces, tabs and breaks are elements. */
function writeSpacing(name: string, writer: MarkdownWriter): void {
  if (name === 'text:s' || name === 'text:tab') writer.text(' ')
  else if (name === 'text:line-break') writer.lineBreak()
}

/** Text that was deleted, and what describes a picture or a form. */
const SKIPPED = new Set(['text:tracked-changes', 'svg:desc', 'svg:title', 'office:forms'])

function readFlow(xml: string, format: OpenFormat, ranges: Reading['ranges']): Read {
  const writer = new MarkdownWriter()
  const isSlides = format === 'odp'
  let slide = 0
  let skipped = 0
  let blocks = 0
  let isTitle = false
  let isNotes = false
  const isWritten = (): boolean =>
    skipped === 0 && (!isSlides || (slide > 0 && isChosen(ranges, slide)))
  const open: Readonly<Record<string, (attributes: Attributes) => void>> = {
    'text:h': (attributes) => {
      blocks += 1
      writer.heading(Number(attributes['text:outline-level'] ?? 1))
    },
    'text:p': () => void (blocks += 1),
    'text:list': () => writer.openList(false),
    'text:list-item': () => writer.item(),
    'table:table': () => writer.openTable(),
    'table:table-row': () => writer.openRow(),
    'table:table-cell': (attributes) =>
      writer.openCell({
        columns: spanOf(attributes['table:number-columns-spanned']),
        rows: spanOf(attributes['table:number-rows-spanned']),
      }),
    'draw:frame': (attributes) => void (isTitle = attributes['presentation:class'] === 'title'),
    'presentation:notes': () => void (isNotes = true),
    'text:note-body': () => writer.text(' ('),
  }
  const close: Readonly<Record<string, () => void>> = {
    'text:h': () => {
      blocks -= 1
      writer.endBlock()
    },
    'text:p': () => {
      blocks -= 1
      if (isTitle) writer.asHeading(2)
      writer.endBlock()
    },
    'text:list': () => writer.closeList(),
    'table:table': () => writer.closeTable(),
    'table:table-cell': () => writer.closeCell(),
    'draw:frame': () => void (isTitle = false),
    'presentation:notes': () => void (isNotes = false),
    'text:note-body': () => writer.text(')'),
  }
  readXml(xml, {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipped += 1
      if (name === 'draw:page') {
        slide += 1
        if (isWritten()) writer.raw(`# Slide ${slide}`)
      }
      if (!isWritten()) return
      writeSpacing(name, writer)
      open[name]?.(attributes)
    },
    text(data) {
      if (blocks === 0 || !isWritten()) return
      writer.text(`${isNotes ? 'Notes: ' : ''}${data.replaceAll('\n', ' ')}`)
      isNotes = false
    },
    close(name) {
      if (isWritten()) close[name]?.()
      if (SKIPPED.has(name)) skipped -= 1
    },
  })
  if (slide > DOCUMENT_LIMITS.parts) throw new ReadingProblem('too-large')
  const text = writer.finish()
  return {
    unit: isSlides ? 'slide' : 'whole',
    count: isSlides ? slide : 1,
    text,
    isCut: writer.isFull,
  }
}

/** Rows and cells that repeat are written once for each, within the sheet's values. */
function readSheets(xml: string, ranges: Reading['ranges']): Read {
  const writer = new MarkdownWriter()
  const names: string[] = []
  let grid: SheetGrid | undefined
  let size = 0
  let isCut = false
  let row = 0
  let column = 0
  let rowRepeats = 1
  let repeats = 1
  let lines: string[] = []
  let values: { column: number; text: string }[] = []
  let paragraphs = 0
  const flush = (): void => {
    const times = values.length === 0 ? 0 : Math.min(rowRepeats, 1000)
    for (let at = 0; at < times; at += 1)
      for (const { column: place, text } of values) grid?.set(row + at, place, text)
    row += rowRepeats
    values = []
  }
  readXml(xml, {
    open(name, attributes) {
      if (name === 'table:table') {
        names.push(attributes['table:name'] ?? '')
        grid = new SheetGrid(DOCUMENT_LIMITS.cells - size)
        row = 1
      } else if (name === 'table:table-row') {
        column = 1
        rowRepeats = Number(attributes['table:number-rows-repeated'] ?? 1)
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        repeats = Number(attributes['table:number-columns-repeated'] ?? 1)
        lines = []
      } else if (name === 'text:p') {
        paragraphs += 1
        lines.push('')
      } else if (name === 'office:annotation') paragraphs -= 1000
      else if ((name === 'text:s' || name === 'text:tab') && paragraphs > 0)
        lines[lines.length - 1] += ' '
    },
    text(data) {
      if (paragraphs > 0 && lines.length > 0) lines[lines.length - 1] += data
    },
    close(name) {
      if (name === 'text:p') paragraphs -= 1
      else if (name === 'office:annotation') {
        paragraphs += 1000
        lines = []
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        const text = name === 'table:table-cell' ? lines.join(' ') : ''
        if (text.trim() !== '')
          for (let at = 0; at < Math.min(repeats, 1000); at += 1)
            values.push({ column: column + at, text })
        column += repeats
      } else if (name === 'table:table-row') flush()
      else if (name === 'table:table' && grid) {
        if (isChosen(ranges, names.length)) {
          writer.raw(`# Sheet ${JSON.stringify(names.at(-1))}${grid.place()}`)
          if (grid.size === 0) writer.raw('(This sheet has no values.)')
          else writer.tableOf(grid.rows(), grid.columns)
          size += grid.size
          isCut ||= grid.isCut
        }
        grid = undefined
      }
    },
  })
  if (names.length > DOCUMENT_LIMITS.parts) throw new ReadingProblem('too-large')
  return {
    unit: 'sheet',
    count: names.length,
    names: names
      .slice(0, DOCUMENT_LIMITS.names)
      .map((name) => name.slice(0, DOCUMENT_LIMITS.nameCharacters)),
    text: writer.finish(),
    isCut: isCut || writer.isFull,
  }
}
