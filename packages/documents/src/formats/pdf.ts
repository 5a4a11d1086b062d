import { DOCUMENT_LIMITS, isChosen } from '@gatehouse/domain/documents'
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { gapsOf, type ReadDocument, type Reading } from '../reading.ts'

/** pdf.js makes a matrix for drawing when it is loaded, and draws nothing here. */
class NoMatrix {
  readonly isIdentity = true
}

/** Loads pdf.js with its worker in this process: it is one of its own already. */
async function loadPdfJs() {
  Object.assign(globalThis, { DOMMatrix: NoMatrix })
  // It takes a utility process of Electron for a page, and would look for its document.
  if (process.versions['electron'] !== undefined)
    Object.defineProperty(process, 'type', { value: 'browser' })
  const worker: unknown = await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  Object.assign(globalThis, { pdfjsWorker: worker })
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/**
 * Pages of a PDF (ISO 32000) as lines of text. Scripts, forms' actions and attached files are not read.
 * @param characterMaps the folder of the maps that CJK fonts without one of their own refer to
 */
export async function readPdf(
  { bytes, ranges }: Reading,
  characterMaps: string,
): Promise<ReadDocument> {
  const { getDocument, VerbosityLevel } = await loadPdfJs()
  const loading = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${characterMaps}/`,
    cMapPacked: true,
  })
  const pdf = await loading.promise.catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new ReadingProblem(isLocked ? 'needs-password' : 'damaged', error)
  })
  const count = pdf.numPages
  if (count > DOCUMENT_LIMITS.parts) throw new ReadingProblem('too-large')
  const writer = new MarkdownWriter()
  const withoutText: number[] = []
  let broken = 0
  let read = 0
  for (let number = 1; number <= count && !writer.isFull; number += 1) {
    if (!isChosen(ranges, number)) continue
    read += 1
    const items = await itemsOf(pdf, number)
    if (items === undefined) broken += 1
    writer.raw(`# Page ${number}`)
    const lines = linesOf(items ?? [])
    if (lines.length === 0) {
      withoutText.push(number)
      writer.raw('(This page has no text.)')
    }
    writeLines(lines, writer)
  }
  if (read > 0 && broken === read) throw new ReadingProblem('damaged')
  return {
    format: 'pdf',
    unit: 'page',
    count,
    text: writer.finish(),
    gaps: gapsOf({ 'pages-without-text': withoutText.length, cut: writer.isFull ? 1 : 0 }),
    ...(withoutText.length > 0 && { pagesWithoutText: withoutText }),
  }
}

type Pdf = Awaited<ReturnType<Awaited<ReturnType<typeof loadPdfJs>>['getDocument']>['promise']>

/** Undefined for a page that is damaged; the others are read. */
async function itemsOf(pdf: Pdf, number: number): Promise<TextItem[] | undefined> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return items.filter((item): item is TextItem => 'str' in item)
  } catch {
    return undefined
  }
}

interface Line {
  text: string
  /** Of its letters, in points. */
  height: number
  /** From the bottom of the page. */
  y: number
}

function linesOf(items: readonly TextItem[]): Line[] {
  const lines: Line[] = []
  let line: Line & { end: number } = { text: '', height: 0, y: 0, end: 0 }
  const end = (): void => {
    if (line.text.trim() !== '') lines.push(line)
    line = { text: '', height: 0, y: 0, end: 0 }
  }
  for (const { str, transform, width, height, hasEOL } of items) {
    const [, , , , x = 0, y = 0] = transform as number[]
    if (str !== '') {
      // Cells of a table stand apart.
      const gap = line.text === '' ? 0 : x - line.end
      const isApart = str.trim() !== '' && gap > Math.max(height, line.height) * 1.5
      line.text += `${isApart ? ' | ' : ''}${str}`
      line.height = Math.max(line.height, height)
      line.y = y
      if (str.trim() !== '') line.end = x + width
    }
    if (hasEOL) end()
  }
  end()
  return lines
}

/** Lines that follow each other closely are a paragraph; short ones in clearly larger letters are headings. */
function writeLines(lines: readonly Line[], writer: MarkdownWriter): void {
  const usual = usualHeight(lines)
  let last: Line | undefined
  for (const line of lines) {
    const isHeading = line.height > usual * 1.25 && line.text.trim().length < 120
    const isNear =
      last !== undefined &&
      Math.abs(last.y - line.y) < Math.max(line.height, last.height) * 1.8 &&
      Math.abs(last.height - line.height) < 1
    if (!isNear) writer.endBlock()
    else if (!isHeading) writer.lineBreak()
    if (isHeading && !isNear) writer.heading(2)
    writer.text(isHeading && isNear ? ` ${line.text}` : line.text)
    last = line
  }
  writer.endBlock()
}

/** The height in which most characters are. */
function usualHeight(lines: readonly Line[]): number {
  const characters = new Map<number, number>()
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length)
  }
  const [first] = [...characters].toSorted(([, one], [, other]) => other - one)
  return first?.[0] ?? 0
}
