import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  Children,
  cloneElement,
  createContext,
  isValidElement,
  use,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { ExtraProps } from 'streamdown'
import { Icon } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useResultWords } from '../result-shapes/result-words.ts'
import { TableCopy } from '../result-shapes/table-copy.tsx'
import {
  arrangeRows,
  nextOrder,
  type TableData,
  type TableOrder,
} from '../result-shapes/table-data.ts'
import { textOfNode } from './node-text.ts'

type Node = NonNullable<ExtraProps['node']>
interface Parts {
  children?: ReactNode
  node?: Node | undefined
}

interface Sorting {
  /** By the heads of the table. */
  columns: ReadonlyMap<Node, number>
  order: TableOrder | null
  onOrder: (column: number) => void
}

const SortingContext = createContext<Sorting | null>(null)

/** A table of an answer: sorted by a press of a head, copied as it is drawn. */
export function AnswerTable({ children, node }: Parts) {
  const t = useT('chat')
  const [order, setOrder] = useState<TableOrder | null>(null)
  const table = useMemo(() => (node ? tableOfElement(node) : null), [node])
  const places = useMemo(() => (table && order ? placesOf(table, order) : null), [table, order])
  const sorting = useMemo(
    (): Sorting => ({
      columns: new Map(headsOf(node).map((head, column) => [head, column])),
      order,
      onOrder: (column) => setOrder((known) => nextOrder(known, column)),
    }),
    [node, order],
  )
  return (
    <div className="group/table relative my-2.5">
      <div
        role="group"
        tabIndex={0}
        aria-label={t('transcript.table')}
        className="max-h-[60vh] overflow-auto rounded-lg border border-line focus-visible:-outline-offset-2"
      >
        {/* The last column leaves room for the menu over its head. */}
        <table className="w-full border-collapse text-left text-note [&_tr>*:last-child]:pr-9">
          <SortingContext value={sorting}>
            {/* Mapped in any order: a head keeps its element, and the focus. */}
            {Children.map(children, (part) => (places ? arranged(part, places) : part))}
          </SortingContext>
        </table>
      </div>
      {table && (
        <div
          data-not-copied
          className="absolute top-1 right-1 rounded-md bg-sunken opacity-0 group-focus-within/table:opacity-100 group-hover/table:opacity-100 has-data-popup-open:opacity-100"
        >
          <TableCopy
            table={() => (order ? { ...table, rows: arrangeRows(table, '', order) } : table)}
          />
        </div>
      )}
    </div>
  )
}

/** The content of a head: a button that sorts by its column, where there is something to sort. */
export function SortButton({ children, node }: Parts) {
  const t = useResultWords()
  const sorting = use(SortingContext)
  const column = node && sorting?.columns.get(node)
  if (!node || !sorting || column === undefined) return children
  const { order, onOrder } = sorting
  const isChosen = order?.column === column
  return (
    <button
      type="button"
      title={t('sortBy', { column: textOfNode(node).slice(0, 60) })}
      onClick={() => onOrder(column)}
      className="inline-flex max-w-full items-center gap-1 text-left font-medium hover:text-accent"
    >
      <span className="min-w-0">{children}</span>
      {isChosen && <Icon icon={order.isDescending ? ArrowDown : ArrowUp} size={12} />}
    </button>
  )
}

/** The `aria-sort` of a head. */
export function useSortOf(node: Node | undefined): 'ascending' | 'descending' | undefined {
  const sorting = use(SortingContext)
  const column = node && sorting?.columns.get(node)
  if (column === undefined || sorting?.order?.column !== column) return undefined
  return sorting.order.isDescending ? 'descending' : 'ascending'
}

const within = (parent: Node, ...names: string[]): Node[] =>
  parent.children
    .filter((child) => child.type === 'element')
    .filter(({ tagName }) => names.includes(tagName))

/** The heads of a table with at least two rows below them. */
function headsOf(table: Node | undefined): Node[] {
  if (!table || rowsOf(table, 'tbody').length < 2) return []
  return rowsOf(table, 'thead').flatMap((row) => within(row, 'th'))
}

const rowsOf = (table: Node, part: 'thead' | 'tbody'): Node[] =>
  within(table, part).flatMap((one) => within(one, 'tr'))

/** The cells of a drawn table, as plain text. */
function tableOfElement(table: Node): TableData {
  const [columns = [], ...others] = [...rowsOf(table, 'thead'), ...rowsOf(table, 'tbody')].map(
    (row) => within(row, 'th', 'td').map(textOfNode),
  )
  return { columns, rows: others }
}

/** The row of the table that stands in each place. */
function placesOf(table: TableData, order: TableOrder): number[] {
  const at = new Map(table.rows.map((row, index) => [row, index]))
  return arrangeRows(table, '', order).map((row) => at.get(row) ?? 0)
}

/** The body of a table with its rows in these places; what else is in a table as it is. */
function arranged(part: ReactNode, places: readonly number[]): ReactNode {
  if (!isValidElement<Parts>(part) || part.props.node?.tagName !== 'tbody') return part
  const rows = Children.toArray(part.props.children).filter((row): row is ReactElement =>
    isValidElement(row),
  )
  if (rows.length !== places.length) return part
  return cloneElement(part, {}, ...places.map((place) => rows[place]))
}
