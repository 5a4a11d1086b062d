import { describe, expect, it } from 'vitest'
import { matchesPaletteQuery, rankGroups } from './palette-items.ts'

const item = {
  id: 'write',
  label: 'Write file',
  detail: 'filesystem',
  keywords: 'save',
  onSelect: () => undefined,
}

describe('matchesPaletteQuery', () => {
  it('finds an item by words in any order, its server and its keywords', () => {
    expect(matchesPaletteQuery(item, 'file wri')).toBe(true)
    expect(matchesPaletteQuery(item, 'FILESYSTEM write')).toBe(true)
    expect(matchesPaletteQuery(item, 'save')).toBe(true)
    expect(matchesPaletteQuery(item, ' ')).toBe(true)
    expect(matchesPaletteQuery(item, 'write git')).toBe(false)
  })
})

describe('rankGroups', () => {
  const named = (name: string) => ({ ...item, id: name, label: name, keywords: `${name} tool` })
  const groups = [
    { label: 'first', items: [named('read_file_info'), named('my read_file')] },
    { label: 'second', items: [named('read_files'), named('read_file')] },
  ]

  it('puts the tool whose exact name was typed before those that only contain it', () => {
    const [best] = rankGroups(groups, ' Read_File ')
    expect(best?.label).toBe('second')
    expect(best?.items.map(({ id }) => id)).toEqual(['read_file', 'read_files'])
  })

  it('leaves the order alone while nothing is typed', () => {
    expect(rankGroups(groups, '  ')).toEqual(groups)
  })
})
