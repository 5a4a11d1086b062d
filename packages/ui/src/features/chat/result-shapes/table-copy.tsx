import { Copy } from 'lucide-react'
import { IconButton, Menu, useToasts } from '../../../kit/index.ts'
import { worded } from '../../../lib/words/worded.ts'
import { useResultWords } from './result-words.ts'
import { type TableData, numberOf } from './table-data.ts'
import { useSaveText } from './use-save-text.ts'

const TABLE_FORMATS: readonly TableFormat[] = ['csv', 'tsv', 'markdown']

/** Nothing to read but that it is done. */
const DONE_MS = 2500

interface TableCopyProps {
  /** Called on the choice, so that a large table is made only when it is wanted. */
  table: () => TableData
  className?: string
}

/** A menu that copies a table as CSV, TSV or Markdown, or saves it. */
export function TableCopy({ table, className }: TableCopyProps) {
  const t = useResultWords()
  const { show } = useToasts()
  const save = useSaveText()
  const copy = async (format: TableFormat) => {
    const data = table()
    const { length: count } = data.rows
    try {
      await navigator.clipboard.writeText(writeTable(data, format))
      const title = worded('resultShapes', (words) => words('copied', { count, number: count }))
      show({ title, tone: 'success', timeout: DONE_MS })
    } catch {
      show({ title: worded('resultShapes', (words) => words('copyFailed')), tone: 'danger' })
    }
  }
  return (
    <Menu
      align="end"
      trigger={<IconButton size="small" icon={Copy} label={t('copy')} className={className} />}
      entries={[
        ...TABLE_FORMATS.map((format) => ({
          label: t(`copyAs.${format}`),
          onSelect: () => void copy(format),
        })),
        { kind: 'separator' },
        {
          label: t('saveCsv'),
          onSelect: () =>
            save({ name: t('tableName'), ending: '.csv', text: writeTable(table(), 'csv') }),
        },
      ]}
    />
  )
}

type TableFormat = 'csv' | 'tsv' | 'markdown'

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
