import { expect, it } from 'vitest'
import { readMarkdownTable, readSeparated } from './read-table.ts'
import { arrangeRows, numericColumns } from './table-data.ts'
import { writeTable } from './table-copy.tsx'

const table = {
  columns: ['shop', 'growth'],
  rows: [
    ['b', '+35.3%'],
    ['a "x"', '9%'],
    ['c, d', ''],
    ['e|f\ng', '1,200%'],
  ],
}

it('what is written is read again as the same table', () => {
  expect(readSeparated(writeTable(table, 'csv'))).toEqual(table)
  expect(readMarkdownTable(writeTable(table, 'markdown'))).toEqual(table)
  expect(writeTable(table, 'tsv').split('\n')[4]).toBe('e|f g\t1,200%')
})

it('a cell that a spreadsheet would run is inert', () => {
  const hostile = { columns: ['a', 'b', 'c'], rows: [['=HYPERLINK("x")', '-5', '@SUM(1)']] }
  expect(writeTable(hostile, 'csv')).toBe('a,b,c\r\n"\'=HYPERLINK(""x"")",-5,\'@SUM(1)\r\n')
  expect(writeTable(hostile, 'tsv')).toBe('a\tb\tc\n\'=HYPERLINK("x")\t-5\t\'@SUM(1)\n')
})

it('rows are sorted by numbers and by words, and filtered by any cell', () => {
  expect(numericColumns(table)).toEqual([false, true])
  const order = (column: number, isDescending: boolean) =>
    arrangeRows(table, '', { column, isDescending }).map(([shop]) => shop?.[0])
  expect(order(1, false)).toEqual(['a', 'b', 'e', 'c'])
  expect(order(1, true)).toEqual(['e', 'b', 'a', 'c'])
  expect(order(0, false)).toEqual(['a', 'b', 'c', 'e'])
  expect(arrangeRows(table, 'C,', null)).toEqual([['c, d', '']])
})
