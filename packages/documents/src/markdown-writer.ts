import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import { truncateText, withoutTrailing } from '@gatehouse/domain/text'

/** Columns and rows that a cell spans. */
interface Span {
  columns?: number
  rows?: number
}

interface List {
  ordered: boolean
  number: number
}

interface Table {
  rows: string[][]
  /** Places of the next row that a cell above spans, and for how many rows more. */
  spanned: Map<number, number>
}

/** Columns of a table in a text; more are left out. */
const MOST_COLUMNS = 1000

/**
 * Writes Markdown block by block: headings, paragraphs, lists, code and tables. What is in a cell becomes one line.
 * Writing beyond the limit of characters is ignored; `isFull` says so.
 */
export class MarkdownWriter {
  readonly #blocks: string[] = []
  #characters = 0
  #isFull = false
  #line = ''
  #level = 0
  readonly #lists: List[] = []
  #marker: string | undefined
  #quotes = 0
  #table: Table | undefined
  /** Tables within cells are part of their text. */
  #depth = 0
  #cell: Span | undefined

  get isFull(): boolean {
    return this.#isFull
  }

  /** Words of the current block; white space counts as one space. */
  text(text: string): void {
    if (!this.#isFull) this.#line += text
  }

  lineBreak(): void {
    this.#line += this.#cell || this.#level > 0 ? ' ' : '\n'
  }

  /** The current block is a heading, of level 1 to 6. */
  heading(level: number): void {
    this.endBlock()
    this.#level = Math.min(6, Math.max(1, level))
  }

  openList(ordered: boolean): void {
    this.endBlock()
    if (!this.#cell) this.#lists.push({ ordered, number: 1 })
  }

  closeList(): void {
    this.endBlock()
    if (!this.#cell) this.#lists.pop()
  }

  item(): void {
    this.endBlock()
    const list = this.#lists.at(-1)
    if (this.#cell) return
    this.#marker = list?.ordered ? `${list.number}.` : '-'
    if (list) list.number += 1
  }

  /** The current block, already written, is a heading. */
  asHeading(level: number): void {
    if (!this.#cell) this.#level = level
  }

  /** The current block, already written, is an item of a list within `level` others. */
  asItem(level: number): void {
    if (this.#cell || tidy(this.#line) === '') return
    const line = tidy(this.#line)
    this.#line = ''
    this.#addItem(line, Math.min(8, level))
  }

  openQuote(): void {
    this.endBlock()
    this.#quotes += 1
  }

  closeQuote(): void {
    this.endBlock()
    this.#quotes = Math.max(0, this.#quotes - 1)
  }

  endBlock(): void {
    const line = tidy(this.#line)
    if (this.#cell) {
      // Blocks of a cell stand behind each other.
      this.#line = line === '' ? '' : `${line} `
      return
    }
    this.#line = ''
    const level = this.#level
    this.#level = 0
    if (line === '') return
    if (level > 0) this.#add(`${'#'.repeat(level)} ${line.replaceAll('\n', ' ')}`)
    else if (this.#lists.length > 0 || this.#marker !== undefined) this.#addItem(line)
    else this.#add(line)
  }

  #addItem(line: string, level = this.#lists.length - 1): void {
    const indent = '  '.repeat(Math.max(0, level))
    const marker = this.#marker ?? (this.#lists.length > 0 ? ' ' : '-')
    this.#marker = undefined
    const text = `${indent}${marker} ${line.replaceAll('\n', `\n${indent}  `)}`
    const last = this.#blocks.at(-1)
    // Items of one list stand in consecutive lines.
    if (last !== undefined && isItem(last)) this.#append(text)
    else this.#add(text)
  }

  /** A block that stands as it is, between fences. */
  code(text: string, language = ''): void {
    this.endBlock()
    if (text.trim() === '') return
    const fence = fenceFor(text)
    this.#add(`${fence}${language}\n${withoutTrailing(text, '\n')}\n${fence}`)
  }

  /** A block of Markdown that stands as it is. */
  raw(markdown: string): void {
    this.endBlock()
    if (markdown.trim() !== '') this.#add(markdown.trim())
  }

  openTable(): void {
    this.#depth += 1
    if (this.#depth > 1) return
    this.endBlock()
    this.#table = { rows: [], spanned: new Map() }
  }

  openRow(): void {
    if (this.#depth === 1 && this.#table) this.#table.rows.push([])
  }

  openCell(span: Span = {}): void {
    if (this.#depth > 1 || !this.#table) {
      this.endBlock()
      return
    }
    if (this.#table.rows.length === 0) this.openRow()
    this.#line = ''
    this.#cell = span
  }

  closeCell(): void {
    if (this.#depth !== 1 || !this.#table || !this.#cell) return
    const text = tidy(this.#line).replaceAll('\n', ' ')
    const { columns = 1, rows = 1 } = this.#cell
    this.#line = ''
    this.#cell = undefined
    const row = this.#table.rows.at(-1) ?? []
    this.#skipSpanned(row)
    const first = row.length
    // The text stands in the first of the cells that are merged.
    for (let at = 0; at < Math.min(columns, MOST_COLUMNS) && row.length < MOST_COLUMNS; at += 1) {
      row.push(at === 0 ? text : '')
      if (rows > 1) this.#table.spanned.set(first + at, rows - 1)
    }
  }

  #skipSpanned(row: string[]): void {
    const spanned = this.#table?.spanned
    for (let left = spanned?.get(row.length); left; left = spanned?.get(row.length)) {
      if (left > 1) spanned?.set(row.length, left - 1)
      else spanned?.delete(row.length)
      row.push('')
    }
  }

  closeTable(): void {
    this.#depth = Math.max(0, this.#depth - 1)
    if (this.#depth > 0 || !this.#table) return
    const { rows } = this.#table
    this.#table = undefined
    this.#cell = undefined
    this.#line = ''
    this.table(rows)
  }

  /** A table whose first row is its head; rows without text are left out. */
  table(rows: readonly (readonly string[])[]): void {
    this.tableOf(
      rows,
      rows.reduce((most, row) => Math.max(most, row.length), 0),
    )
  }

  /** The same, of rows that are made as they are written. */
  tableOf(rows: Iterable<readonly string[]>, columns: number): void {
    this.endBlock()
    const lines: string[] = []
    let size = 0
    for (const row of rows) {
      if (row.every((cell) => cell === '')) continue
      const line = tableLine(row, columns)
      lines.push(line)
      if (lines.length === 1) lines.push(`|${' --- |'.repeat(columns)}`)
      size += line.length
      if (this.#characters + size > DOCUMENT_LIMITS.characters) break
    }
    if (lines.length > 0) this.#add(lines.join('\n'))
  }

  #add(block: string): void {
    const quoted =
      this.#quotes > 0
        ? block
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n')
        : block
    const room = DOCUMENT_LIMITS.characters - this.#characters
    if (quoted.length > room) this.#isFull = true
    if (room <= 0) return
    this.#blocks.push(truncateText(quoted, room))
    this.#characters += quoted.length + 2
  }

  #append(line: string): void {
    const room = DOCUMENT_LIMITS.characters - this.#characters
    if (line.length > room) this.#isFull = true
    if (room <= 0) return
    this.#blocks[this.#blocks.length - 1] += `\n${truncateText(line, room)}`
    this.#characters += line.length + 1
  }

  /** All blocks with an empty line between two. */
  finish(): string {
    this.endBlock()
    return this.#blocks.join('\n\n')
  }
}

const isItem = (block: string): boolean => /^ *(?:-|\d{1,9}\.) /.test(block)

const tableLine = (row: readonly string[], columns: number): string =>
  `| ${Array.from({ length: columns }, (_, at) => cellText(row[at] ?? '')).join(' | ')} |`

/** A cell is one line, and a bar in it would end it. */
const cellText = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')

/** Longer than any run of backticks in the text. */
function fenceFor(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  return '`'.repeat(longest + 1)
}

/** One space between words; breaks of lines stay. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[\t\f\r \u00a0]+/g, ' ').trim())
    .join('\n')
    .trim()
