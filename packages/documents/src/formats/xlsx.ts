import { DOCUMENT_LIMITS, isChosen } from '@gatehouse/domain/documents'
import { format as formatValue } from 'numfmt'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { gapsOf, type ReadDocument, type Reading } from '../reading.ts'
import { SheetGrid } from '../sheet-grid.ts'
import { readRelationships, readXml } from '../xml.ts'
import { resolveEntry, type ZipArchive } from '../zip-archive.ts'

interface Sheet {
  name: string
  entry: string | undefined
  isHidden: boolean
}

interface Workbook {
  sheets: Sheet[]
  strings: string[]
  formats: string[]
  startsIn1904: boolean
}

/** Number formats that have no text of their own in a file (ECMA-376, part 1, section 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
}

/** Sheets of an Excel workbook (ECMA-376, part 1, section 18) as tables of the values that Excel shows. */
export async function readXlsx(zip: ZipArchive, { ranges }: Reading): Promise<ReadDocument> {
  const main = zip.names().find((name) => /^xl\/workbook\d*\.xml$/i.test(name)) ?? 'xl/workbook.xml'
  const workbook = await readWorkbook(zip, main)
  const { sheets } = workbook
  if (sheets.length > DOCUMENT_LIMITS.parts) throw new ReadingProblem('too-large')
  const writer = new MarkdownWriter()
  let cells = 0
  let isCut = false
  for (const [at, { name, entry, isHidden }] of sheets.entries()) {
    if (!isChosen(ranges, at + 1)) continue
    const xml = entry === undefined ? undefined : await zip.text(entry)
    const grid = readSheet(xml ?? '', workbook, DOCUMENT_LIMITS.cells - cells)
    cells += grid.size
    isCut ||= grid.isCut
    writer.raw(`# Sheet ${JSON.stringify(name)}${isHidden ? ' (hidden)' : ''}${grid.place()}`)
    if (grid.size === 0) writer.raw('(This sheet has no values.)')
    else writer.tableOf(grid.rows(), grid.columns)
    if (writer.isFull || isCut) break
  }
  const names = zip.names()
  return {
    format: 'xlsx',
    unit: 'sheet',
    count: sheets.length,
    names: sheets
      .slice(0, DOCUMENT_LIMITS.names)
      .map(({ name }) => name.slice(0, DOCUMENT_LIMITS.nameCharacters)),
    text: writer.finish(),
    gaps: gapsOf({
      pictures: names.filter((name) => name.startsWith('xl/media/')).length,
      charts: names.filter((name) => /^xl\/charts\/chart[^/]*\.xml$/.test(name)).length,
      macros: names.includes('xl/vbaProject.bin') ? 1 : 0,
      cut: writer.isFull || isCut ? 1 : 0,
    }),
  }
}

async function readWorkbook(zip: ZipArchive, main: string): Promise<Workbook> {
  const xml = await zip.text(main)
  if (xml === undefined) throw new ReadingProblem('damaged')
  const relations = readRelationships(
    (await zip.text(main.replace(/([^/]{1,200})$/, '_rels/$1.rels'))) ?? '',
  )
  const sheets: Sheet[] = []
  let startsIn1904 = false
  readXml(xml, {
    open(name, attributes) {
      if (local(name) === 'workbookPr')
        startsIn1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (local(name) !== 'sheet') return
      const target = relations.get(attributes['r:id'] ?? attributes['id'] ?? '')
      sheets.push({
        name: attributes['name'] ?? '',
        entry: target && resolveEntry(main, target.target),
        isHidden: attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden',
      })
    },
  })
  if (sheets.length === 0) throw new ReadingProblem('damaged')
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const strings = readStrings((await zip.text(`${folder}sharedStrings.xml`)) ?? '')
  const formats = readFormats((await zip.text(`${folder}styles.xml`)) ?? '')
  return { sheets, strings, formats, startsIn1904 }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The shared texts; how they are spoken (`rPh`) is left out. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let spoken = 0
  readXml(xml, {
    open(name) {
      const own = local(name)
      if (own === 'si') text = ''
      else if (own === 'rPh') spoken += 1
      else if (own === 't') isText = spoken === 0
    },
    text(data) {
      if (isText) text += data
    },
    close(name) {
      const own = local(name)
      if (own === 't') isText = false
      else if (own === 'rPh') spoken -= 1
      else if (own === 'si') strings.push(text)
    },
  })
  return strings
}

/** The number format of each cell style. */
function readFormats(xml: string): string[] {
  const own = new Map<number, string>()
  const formats: string[] = []
  let isCellStyles = false
  readXml(xml, {
    open(name, attributes) {
      const element = local(name)
      if (element === 'numFmt')
        own.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? 'General')
      if (element === 'cellXfs') isCellStyles = true
      if (element === 'xf' && isCellStyles) {
        const id = Number(attributes['numFmtId'] ?? 0)
        formats.push(own.get(id) ?? BUILT_IN[id] ?? 'General')
      }
    },
    close(name) {
      if (local(name) === 'cellXfs') isCellStyles = false
    },
  })
  return formats
}

function readSheet(xml: string, workbook: Workbook, room: number): SheetGrid {
  const grid = new SheetGrid(room)
  let row = 0
  let column = 0
  let type = 'n'
  let style = 0
  let value = ''
  let isValue = false
  let spoken = 0
  readXml(xml, {
    open(name, attributes) {
      const own = local(name)
      if (own === 'row') {
        row = Number(attributes['r'] ?? row + 1)
        column = 0
      } else if (own === 'c') {
        column = columnOf(attributes['r']) ?? column + 1
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        value = ''
      } else if (own === 'rPh') spoken += 1
      else if (own === 'v' || (own === 't' && spoken === 0)) isValue = true
    },
    text(data) {
      if (isValue) value += data
    },
    close(name) {
      const own = local(name)
      if (own === 'v' || own === 't') isValue = false
      else if (own === 'rPh') spoken -= 1
      else if (own === 'c') grid.set(row, column, shownValue({ type, style, value }, workbook))
    },
  })
  return grid
}

/** The column of a reference such as `AB12`, counted from 1. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

function shownValue(
  { type, style, value }: { type: string; style: number; value: string },
  { strings, formats, startsIn1904 }: Workbook,
): string {
  if (value === '') return ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const pattern = formats[style] ?? 'General'
  if (pattern === 'General') return String(Number(number.toPrecision(15)))
  try {
    // Dates count from 1904 in files of old Macs: 1,462 days later.
    const isDate =
      startsIn1904 && /[dmyhs]/i.test(pattern.replaceAll(/\[[^\]]{0,20}\]|"[^"]{0,100}"/g, ''))
    return formatValue(pattern, isDate ? number + 1462 : number, { throws: true }).trim()
  } catch {
    return value
  }
}
