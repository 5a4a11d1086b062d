import { describe, expect, it } from 'vitest'
import { readTreeKey } from './json-keys.ts'
import { listJsonRows } from './json-rows.ts'

const rows = listJsonRows(
  { a: { b: 1 }, c: [] },
  { toggled: new Map(), pages: new Map(), expandDepth: 9 },
)
const press = (key: string, current: number, ctrlKey = false) =>
  readTreeKey({ key, ctrlKey, metaKey: false }, rows, current)

describe('readTreeKey', () => {
  it('stays inside the tree at both ends', () => {
    expect(press('ArrowUp', 0)).toEqual({ kind: 'focus', index: 0 })
    expect(press('ArrowDown', rows.length - 1)).toEqual({ kind: 'focus', index: rows.length - 1 })
    expect(press('ArrowLeft', rows.length - 1)).toEqual({ kind: 'focus', index: 0 })
  })

  it('goes from a leaf to its parent, and closes an open node', () => {
    expect(press('ArrowLeft', 2)).toEqual({ kind: 'focus', index: 1 })
    expect(press('ArrowLeft', 1)).toMatchObject({ kind: 'toggle', row: { path: '/a' } })
  })

  it('does not try to open an empty list', () => {
    expect(press('ArrowRight', 3)).toEqual({ kind: 'focus', index: 3 })
  })

  it('leaves Ctrl Enter and Escape to the card around it', () => {
    expect(press('Enter', 0, true)).toBeNull()
    expect(press('Escape', 0)).toBeNull()
  })

  it('copies with Ctrl C', () => {
    expect(press('c', 2, true)).toMatchObject({ kind: 'copy', row: { value: 1 } })
    expect(press('c', 2)).toBeNull()
  })
})
