import { MAX_COLUMNS, MAX_ROWS, numberOf, type TableData } from './table-data.ts'

const DELIMITERS = ['\t', ',', ';'] as const
const MAX_NAME = 80

/**
 * The table of a text with separated values (RFC 4180, also with tabs and semicolons); null where it could be prose:
 * every row has as many cells as the first, which names each column.
 */
export function readSeparated(text: string): TableData | null {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  for (const delimiter of DELIMITERS) {
    if (!head.includes(delimiter)) continue
    const rows = separatedRows(text, delimiter)
    const table = rows && tableOf(rows)
    if (table && !isProse(table, text, delimiter)) return table
  }
  return null
}

function tableOf(rows: string[][]): TableData | null {
  const [columns, ...others] = rows
  if (!columns || others.length === 0 || columns.length < 2) return null
  const isName = (name: string) =>
    name.trim() !== '' && name.length <= MAX_NAME && numberOf(name) === null
  if (!columns.every(isName) || new Set(columns).size < columns.length) return null
  return { columns, rows: others }
}

/** Two lines with a comma each are a sentence more often than a table, and so are commas before a space. */
function isProse({ columns, rows }: TableData, text: string, delimiter: string): boolean {
  if (delimiter === '\t') return false
  if (columns.length === 2 && rows.length < 2) return true
  if (/[{}()]/.test(columns.join(''))) return /[{};]\s*$/m.test(text)
  const spaced = columns.filter((name, at) => at > 0 && name.startsWith(' ')).length
  return spaced > 0 && columns.length < 4
}

/** The rows of a text; null when they are not equally long, or too many. Linear in the text. */
function separatedRows(text: string, delimiter: string): string[][] | null {
  const rows: string[][] = []
  const source = text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text
  for (let at = 0; at <= source.length;) {
    const cells: string[] = []
    for (;;) {
      const cell = source[at] === '"' ? quoted(source, at) : plain(source, at, delimiter)
      if (!cell || cells.length >= MAX_COLUMNS) return null
      cells.push(cell.text)
      at = cell.end
      if (source[at] !== delimiter) break
      at += 1
    }
    if (at < source.length && source[at] !== '\n' && source[at] !== '\r') return null
    if (cells.length !== (rows[0]?.length ?? cells.length)) return null
    rows.push(cells)
    if (rows.length > MAX_ROWS + 1) return null
    at += source.startsWith('\r\n', at) ? 2 : 1
  }
  return rows
}

interface Cell {
  text: string
  end: number
}

function plain(source: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < source.length && !isEnd(source[end] ?? '', delimiter)) end += 1
  return { text: source.slice(start, end), end }
}

const isEnd = (character: string, delimiter: string): boolean =>
  character === delimiter || character === '\n' || character === '\r'

function quoted(source: string, start: number): Cell | null {
  for (let at = start + 1; ;) {
    const close = source.indexOf('"', at)
    if (close < 0) return null
    if (source[close + 1] === '"') at = close + 2
    else return { text: source.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
  }
}

/** The table of a text that is one table of GitHub Flavored Markdown; null for any other text. */
export function readMarkdownTable(text: string): TableData | null {
  const lines = text.trim().split(/\r?\n/)
  if (lines.length < 3 || lines.length > MAX_ROWS + 2) return null
  const columns = cellsOf(lines[0] ?? '')
  const marks = cellsOf(lines[1] ?? '')
  if (!columns || !marks || marks.length !== columns.length) return null
  if (!marks.every((mark) => /^:?-+:?$/.test(mark))) return null
  const rows: string[][] = []
  for (const line of lines.slice(2)) {
    const cells = cellsOf(line)
    if (!cells || cells.length > columns.length) return null
    rows.push([...cells, ...Array.from({ length: columns.length - cells.length }, () => '')])
  }
  return { columns, rows }
}

function cellsOf(line: string): string[] | null {
  const bare = line.trim()
  if (!bare.includes('|')) return null
  const inner = bare.replace(/^\|/, '').replace(/(?<!\\)\|$/, '')
  const cells = inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replaceAll(/<br\s*\/?>/gi, '\n'),
  )
  return cells.length > MAX_COLUMNS ? null : cells
}
