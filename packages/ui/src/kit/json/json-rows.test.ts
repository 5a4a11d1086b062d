import { describe, expect, it } from 'vitest'
import { jsonPageSize, listJsonRows, type JsonOpenState } from './json-rows.ts'

const closed: JsonOpenState = { toggled: new Map(), pages: new Map(), expandDepth: 0 }

describe('listJsonRows', () => {
  it('gives keys with slashes and tildes their own path', () => {
    const rows = listJsonRows({ 'a/b': 1, a: { b: 2 }, 'c~d': 3 }, { ...closed, expandDepth: 9 })
    expect(rows.map((row) => row.path)).toEqual(['', '/a~1b', '/a', '/a/b', '/c~0d'])
  })

  it('shows a page of a long array and says how many are left', () => {
    const long = Array.from({ length: jsonPageSize * 3 + 7 }, (_, index) => index)
    const first = listJsonRows(long, { ...closed, expandDepth: 1 })
    expect(first).toHaveLength(1 + jsonPageSize + 1)
    expect(first.at(-1)).toMatchObject({ kind: 'more', size: jsonPageSize * 2 + 7, value: '' })
    const all = listJsonRows(long, { ...closed, expandDepth: 1, pages: new Map([['', 4]]) })
    expect(all).toHaveLength(1 + long.length)
  })

  it('lets a hand-closed node stay closed and a hand-opened one open', () => {
    const toggled = new Map([
      ['/a', false],
      ['/a/b', true],
    ])
    const rows = listJsonRows({ a: { b: { c: 1 } } }, { ...closed, expandDepth: 9, toggled })
    expect(rows.map((row) => row.path)).toEqual(['', '/a'])
  })

  it('does not call an empty object expanded', () => {
    expect(listJsonRows({}, { ...closed, expandDepth: 9 })).toMatchObject([
      { kind: 'object', size: 0, expanded: false },
    ])
  })
})
