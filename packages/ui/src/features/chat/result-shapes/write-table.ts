import { numberOf, type TableData } from './table-data.ts'

export type TableFormat = 'csv' | 'tsv' | 'markdown'

export const TABLE_FORMATS: readonly TableFormat[] = ['csv', 'tsv', 'markdown']

/**
 * A spreadsheet runs a cell that begins like a formula: it gets an apostrophe before it (OWASP, CSV injection).
 * Numbers stay as they are.
 */
function inertCell(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && numberOf(cell) === null ? `'${cell}` : cell
}

/** RFC 4180: quoted where the cell holds a comma, a quote or a line break. */
function csvCell(cell: string): string {
  const text = inertCell(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const tsvCell = (cell: string): string => inertCell(cell).replaceAll(/[\t\r\n]+/g, ' ')
const markdownCell = (cell: string): string =>
  cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n|\r|\n/g, '<br>')

/** A table as text. CSV has CRLF line ends (RFC 4180); TSV puts each row in one line. */
export function writeTable({ columns, rows }: TableData, format: TableFormat): string {
  switch (format) {
    case 'csv':
      return lines([columns, ...rows], (row) => row.map(csvCell).join(','), '\r\n')
    case 'tsv':
      return lines([columns, ...rows], (row) => row.map(tsvCell).join('\t'), '\n')
    case 'markdown': {
      const write = (row: readonly string[]) => `| ${row.map(markdownCell).join(' | ')} |`
      return lines([columns, columns.map(() => '---'), ...rows], write, '\n')
    }
  }
}

function lines(
  rows: readonly (readonly string[])[],
  write: (row: readonly string[]) => string,
  end: string,
): string {
  return rows.map((row) => write(row) + end).join('')
}
