import { Copy } from 'lucide-react'
import { IconButton, Menu, useToasts } from '../../../kit/index.ts'
import { worded } from '../../../lib/words/worded.ts'
import { useResultWords } from './result-words.ts'
import type { TableData } from './table-data.ts'
import { useSaveText } from './use-save-text.ts'
import { TABLE_FORMATS, writeTable, type TableFormat } from './write-table.ts'

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
