import { ArrowDown, ArrowUp, ChartColumn } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import {
  classNames,
  Icon,
  IconButton,
  MAX_WITHOUT_VIRTUAL,
  RevealText,
  SearchField,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useResultWords } from './result-words.ts'
import { TableCopy } from './table-copy.tsx'
import {
  arrangeRows,
  nextOrder,
  numericColumns,
  type TableData,
  type TableOrder,
} from './table-data.ts'

/** Rows from which a filter helps. */
const MIN_FILTERED = 6
/** Characters of a cell that are drawn; the form in which it was sent shows the others. */
const MAX_CELL = 400
/** Rows that decide the width of the columns. */
const SAMPLE = 100

const TableChart = lazy(async () => ({
  default: (await import('./chart/table-chart.tsx')).TableChart,
}))

interface DataTableProps {
  table: TableData
  /** Accessible name. */
  label: string
  /** It fills a folded card: without a frame of its own, and a few rows high. */
  isInCard?: boolean
}

/** A table that is sorted, filtered and copied. Rows beyond a hundred are drawn as they come into view. */
export function DataTable({ table, label, isInCard = false }: DataTableProps) {
  const t = useResultWords()
  const { number } = useFormats()
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<TableOrder | null>(null)
  const wanted = useDeferredValue(filter)
  const rows = useMemo(() => arrangeRows(table, wanted, order), [table, wanted, order])
  const isNumeric = useMemo(() => numericColumns(table), [table])
  const [hasChart, setChart] = useState(false)
  const canBeDrawn = rows.length > 1 && isNumeric.includes(true)
  const all = table.rows.length
  const columnCount = table.columns.length
  return (
    <div
      className={classNames('overflow-hidden', !isInCard && 'rounded-lg border border-line')}
      data-testid="data-table"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line py-1 pr-1.5 pl-3">
        <span aria-live="polite" className="flex-1 text-small whitespace-nowrap text-fg-3">
          {rows.length < all
            ? t('filtered', { shown: number(rows.length), number: number(all) })
            : t('rows', { count: all, number: number(all) })}
          {' · '}
          {t('columns', { count: columnCount, number: number(columnCount) })}
        </span>
        {all >= MIN_FILTERED && (
          <SearchField
            label={t('filter')}
            value={filter}
            onValueChange={setFilter}
            className="w-44"
          />
        )}
        {canBeDrawn && (
          <IconButton
            size="small"
            icon={ChartColumn}
            label={t('chart.show')}
            pressed={hasChart}
            onClick={() => setChart(!hasChart)}
          />
        )}
        <TableCopy table={() => ({ columns: table.columns, rows })} />
      </div>
      {hasChart && canBeDrawn && (
        <Suspense fallback={null}>
          <TableChart table={{ columns: table.columns, rows }} isNumeric={isNumeric} />
        </Suspense>
      )}
      <Grid table={table} rows={rows} label={label} isInCard={isInCard}>
        {{ isNumeric, order, onOrder: (column) => setOrder((known) => nextOrder(known, column)) }}
      </Grid>
      {rows.length === 0 && all > 0 && (
        <p className="px-3 py-2 text-note text-fg-2">{t('noRows', { filter: wanted })}</p>
      )}
    </div>
  )
}

interface GridProps extends DataTableProps {
  rows: readonly (readonly string[])[]
  children: {
    isNumeric: readonly boolean[]
    order: TableOrder | null
    onOrder: (column: number) => void
  }
}

function Grid({ table, rows, label, isInCard, children }: GridProps) {
  const { isNumeric, order, onOrder } = children
  const box = useRef<HTMLDivElement>(null)
  const { minWidth, gridTemplateColumns } = useMemo(() => layOut(table), [table])
  const style = { gridTemplateColumns }
  const draw = (row: readonly string[], index: number) => (
    <div
      key={index}
      role="row"
      aria-rowindex={index + 2}
      style={style}
      className="grid border-t border-line"
    >
      {row.map((cell, at) => (
        <div
          key={at}
          role="cell"
          className={classNames('min-w-0 px-3 py-1.5', isNumeric[at] && 'text-right tabular-nums')}
        >
          <RevealText text={cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL)}…` : cell} />
        </div>
      ))}
    </div>
  )
  return (
    <div
      ref={box}
      role="table"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={table.columns.length}
      className={classNames(
        'relative overflow-auto text-note focus-visible:-outline-offset-2',
        isInCard ? 'max-h-[min(12rem,40vh)]' : 'max-h-[min(24rem,60vh)]',
      )}
    >
      <div style={{ minWidth }}>
        <div role="rowgroup" className="sticky top-0 z-1 bg-sunken">
          <div role="row" aria-rowindex={1} style={style} className="grid">
            {table.columns.map((name, column) => (
              <HeadCell
                key={column}
                name={name}
                isNumeric={isNumeric[column] ?? false}
                order={order?.column === column ? order : null}
                onOrder={() => onOrder(column)}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.length > MAX_WITHOUT_VIRTUAL ? (
            <Virtualizer data={rows} scrollRef={box} startMargin={32}>
              {draw}
            </Virtualizer>
          ) : (
            rows.map(draw)
          )}
        </div>
      </div>
    </div>
  )
}

interface HeadCellProps {
  name: string
  isNumeric: boolean
  order: TableOrder | null
  onOrder: () => void
}

function HeadCell({ name, isNumeric, order, onOrder }: HeadCellProps) {
  const t = useResultWords()
  const sort = order ? (order.isDescending ? 'descending' : 'ascending') : 'none'
  return (
    <div role="columnheader" aria-sort={sort} className="flex min-w-0">
      <button
        type="button"
        title={t('sortBy', { column: name })}
        onClick={onOrder}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-1 px-3 py-1.5 text-left font-medium text-fg-2 hover:text-fg focus-visible:-outline-offset-2',
          isNumeric && 'justify-end text-right',
        )}
      >
        <RevealText text={name} className="min-w-0" />
        {order && <Icon icon={order.isDescending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </div>
  )
}

/** Widths by the longest text of each column; Chinese characters count twice. Each row is laid out by itself. */
function layOut({ columns, rows }: TableData) {
  const sample = rows.slice(0, SAMPLE)
  const widthOf = (text: string): number => {
    let width = 0
    for (const character of text.slice(0, 40)) width += character > '\u2E7F' ? 2 : 1
    return width
  }
  const widths = columns.map((name, at) => {
    const longest = Math.max(widthOf(name) + 2, ...sample.map((row) => widthOf(row[at] ?? '')))
    return Math.min(40, Math.max(5, longest)) + 4
  })
  return {
    minWidth: `${widths.reduce((sum, width) => sum + width, 0)}ch`,
    gridTemplateColumns: widths.map((width) => `minmax(0, ${width}fr)`).join(' '),
  }
}
