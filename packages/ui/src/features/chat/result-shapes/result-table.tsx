import type { StoredResult } from '@gatehouse/domain'
import { useMemo } from 'react'
import { CardSection } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { DataTable } from './data-table.tsx'
import { detectShape, shapeOfValue } from './detect-shape.ts'
import { partsOnce } from './once.ts'
import type { TableData } from './table-data.ts'

/** Characters of a text that is read for a folded card; a longer one is read when its card is opened. */
const MAX_READ = 200_000

/** The rows of a result that has nothing beside them; `null` for any other result. */
function rowsOfResult(result: StoredResult): TableData | null {
  const { isError, more, leftOut, structured } = result
  if (isError || more || leftOut || structured) return null
  const { content, structuredContent } = partsOnce(result)
  const [block, ...others] = content
  if (others.length > 0) return null
  if (structuredContent !== undefined)
    return block ? null : tableOf(shapeOfValue(structuredContent))
  if (block?.type !== 'text' || block.kept || block.text.length > MAX_READ) return null
  return tableOf(detectShape(block.text))
}

/** Facts beside rows are no rows. */
const tableOf = (shape: ReturnType<typeof detectShape>): TableData | null =>
  shape.kind === 'table' && shape.facts.length === 0 ? shape.table : null

/** The rows of a result whose card is folded. */
export function ResultTable({ result }: { result: StoredResult }) {
  const t = useT('chat')
  const table = useMemo(() => rowsOfResult(result), [result])
  if (!table) return null
  return (
    <CardSection padded={false}>
      <DataTable table={table} label={t('call.result')} isInCard />
    </CardSection>
  )
}
