import { describe, expect, it } from 'vitest'
import { matchesPaletteQuery } from './command-palette.tsx'

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
