import type { JsonObject, JsonValue } from '@gatehouse/domain'

/** Rows of text, each with as many cells as there are columns. */
export interface TableData {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export const MAX_COLUMNS = 60
export const MAX_ROWS = 20_000
/** Part of the cells that may be empty when objects name different members. */
const MAX_EMPTY = 0.5

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
/** The text of a cell; a value with members as JSON. */
export const textOf = (value: JsonValue | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The table of an array of flat objects; null for any other array. Columns are in the order of their first use. */
export function tableOfObjects(list: readonly JsonValue[]): TableData | null {
  if (list.length === 0 || list.length > MAX_ROWS) return null
  const columns = new Map<string, number>()
  let filled = 0
  for (const item of list) {
    if (!isObject(item)) return null
    for (const [key, value] of Object.entries(item)) {
      if (!isScalar(value)) return null
      if (!columns.has(key)) columns.set(key, columns.size)
      if (columns.size > MAX_COLUMNS) return null
      filled += 1
    }
  }
  if (columns.size === 0 || filled < list.length * columns.size * (1 - MAX_EMPTY)) return null
  const names = [...columns.keys()]
  const rows = list.map((item) => names.map((name) => (isObject(item) ? textOf(item[name]) : '')))
  return { columns: names, rows }
}

/** The table of `{ columns: ['a'], rows: [[1]] }`, which databases return. */
export function tableOfColumns({ columns, rows }: JsonObject): TableData | null {
  if (!Array.isArray(columns) || !Array.isArray(rows)) return null
  if (columns.length === 0 || columns.length > MAX_COLUMNS || rows.length > MAX_ROWS) return null
  const names = columns.map((column) => (isObject(column) ? textOf(column['name']) : column))
  if (!names.every((name) => typeof name === 'string' && name !== '')) return null
  const isRow = (row: JsonValue): row is JsonValue[] =>
    Array.isArray(row) && row.length === names.length && row.every(isScalar)
  if (rows.length === 0 || !rows.every(isRow)) return null
  return { columns: names.map(textOf), rows: rows.map((row) => row.map(textOf)) }
}

/** The table of lists of values below a list of names, as a range of a spreadsheet comes. Short rows end in empty cells. */
export function tableOfLists([head, ...rest]: readonly JsonValue[]): TableData | null {
  if (!Array.isArray(head) || head.length < 2 || head.length > MAX_COLUMNS) return null
  const isName = (name: JsonValue) => typeof name === 'string' && name.trim() !== ''
  if (!head.every(isName) || new Set(head).size < head.length) return null
  const isRow = (row: JsonValue): row is JsonValue[] =>
    Array.isArray(row) && row.length <= head.length && row.every(isScalar)
  if (rest.length === 0 || rest.length > MAX_ROWS || !rest.every(isRow)) return null
  // Lists of words alone have no head: one of its names would be a value.
  if (rest.flat().every((value) => typeof value === 'string' && numberOf(value) === null))
    return null
  return {
    columns: head.map(textOf),
    rows: rest.map((row) => head.map((_, at) => textOf(row[at]))),
  }
}

const number = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d+)?\s*%?$/i

/** The number that a cell holds, thousands and per cent read; null for other text. */
export function numberOf(cell: string): number | null {
  const text = cell.trim()
  return number.test(text) ? Number(text.replaceAll(/[,%\s]/g, '')) : null
}

const SAMPLE = 200

/** True for columns whose cells are numbers or empty, in the first rows. */
export function numericColumns({ columns, rows }: TableData): boolean[] {
  const sample = rows.slice(0, SAMPLE)
  return columns.map((_, at) => {
    const cells = sample.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '')
    return cells.length > 0 && cells.every((cell) => numberOf(cell) !== null)
  })
}

export interface TableOrder {
  column: number
  isDescending: boolean
}

/** Ascending, descending, then the order in which the rows came. */
export function nextOrder(order: TableOrder | null, column: number): TableOrder | null {
  if (order?.column !== column) return { column, isDescending: false }
  return order.isDescending ? null : { column, isDescending: true }
}

const words = new Intl.Collator(undefined, { numeric: true })

/** The rows that hold the words in any cell, in the order of a column; their own order without one. */
export function arrangeRows(
  { rows }: Pick<TableData, 'rows'>,
  filter: string,
  order: TableOrder | null,
): readonly (readonly string[])[] {
  const wanted = filter.trim().toLocaleLowerCase()
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) => row.some((cell) => cell.toLocaleLowerCase().includes(wanted)))
  if (!order) return found
  const { column, isDescending } = order
  const keyed = found.map((row) => {
    const cell = row[column] ?? ''
    return { row, cell, value: numberOf(cell) }
  })
  // Empty cells stay last in both directions.
  keyed.sort((a, b) => {
    if (a.cell === '' || b.cell === '') return Number(a.cell === '') - Number(b.cell === '')
    const difference =
      a.value !== null && b.value !== null ? a.value - b.value : words.compare(a.cell, b.cell)
    return isDescending ? -difference : difference
  })
  return keyed.map(({ row }) => row)
}
