import { describe, expect, it } from 'vitest'
import { filterPalette } from './palette-items.ts'

const item = {
  id: 'write',
  label: 'Write file',
  detail: 'filesystem',
  keywords: 'save',
  onSelect: () => undefined,
}

const named = (name: string) => ({ ...item, id: name, label: name, keywords: `${name} tool` })

describe('filterPalette', () => {
  const has = (query: string, isWhole?: boolean) =>
    filterPalette([{ label: 'tools', items: [item] }], query, isWhole).length === 1

  it('finds an item by words in any order, its server and its keywords', () => {
    expect(has('file wri')).toBe(true)
    expect(has('FILESYSTEM write')).toBe(true)
    expect(has('save')).toBe(true)
    expect(has(' ')).toBe(true)
    expect(has('write git')).toBe(false)
  })

  it('finds an item by letters in their order where no item has the words', () => {
    expect(has('wrfl')).toBe(true)
    expect(has('flwr')).toBe(false)
    const items = [named('write_file'), named('wrfl')]
    expect(
      filterPalette([{ label: 'tools', items }], 'wrfl')[0]?.items.map(({ id }) => id),
    ).toEqual(['wrfl'])
  })

  it('finds nothing by letters while rows are on their way', () => {
    expect(has('wrfl', false)).toBe(false)
    expect(has('file wri', false)).toBe(true)
  })

  const groups = [
    { label: 'first', items: [named('read_file_info'), named('my read_file')] },
    { label: 'second', items: [named('read_files'), named('read_file')] },
  ]

  it('puts the tool whose exact name was typed before those that only contain it', () => {
    const [best] = filterPalette(groups, 'Read_File')
    expect(best?.label).toBe('second')
    expect(best?.items.map(({ id }) => id)).toEqual(['read_file', 'read_files'])
  })

  it('leaves the order alone while nothing is typed', () => {
    expect(filterPalette(groups, '  ')).toEqual(groups)
  })
})
