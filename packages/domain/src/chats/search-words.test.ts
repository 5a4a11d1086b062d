import { afterEach, describe, expect, it, vi } from 'vitest'
import { searchTerms, snippetOf } from './search-words.ts'

afterEach(() => vi.restoreAllMocks())

const marked = (text: string, query: string): string => {
  const snippet = snippetOf(text, searchTerms(query))
  return snippet.marks.reduceRight(
    (shown, [from, to]) => `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`,
    snippet.text,
  )
}

describe('a snippet marks what was searched for', () => {
  it.each([
    ['The night build is slow.', 'BUILD', 'The night [build] is slow.'],
    ['rebuild the build', 'build', 'rebuild the [build]'],
    ['Café, cafe\u0301 and CAFE', 'cafe', '[Café], [cafe\u0301] and [CAFE]'],
    ['夜间构建很慢，因为缓存没有命中。', '缓存', '夜间构建很慢，因为[缓存]没有命中。'],
    ['ΟΔΟΣ και οδός', 'οδοσ', '[ΟΔΟΣ] και οδός'],
    ['😀 smile 😀 smiles', 'smile', '😀 [smile] 😀 [smile]s'],
    ['각 가', '가', '각 [가]'],
    ['İstanbul', 'istanbul', '[İstanbul]'],
  ])('%s', (text, query, expected) => expect(marked(text, query)).toBe(expected))

  it('wherever in a long text it is, from the begin of a word, and tears no character', () => {
    for (const [filler, where] of [
      ['word ', 40_000],
      ['é ', 20_000],
      ['😀', 30_000],
    ] as const) {
      const text = `${filler.repeat(where / filler.length)} needle ${filler.repeat(200)}`
      const { text: shown, marks } = snippetOf(text, searchTerms('needle'))
      const [[from = 0, to = 0] = []] = marks
      expect(shown.slice(from, to)).toBe('needle')
      expect([shown.startsWith('…'), shown.endsWith('…')]).toEqual([true, true])
      expect(shown.length).toBeLessThan(200)
      expect(shown).not.toMatch(
        /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
      )
    }
  })
})

it('a long text is looked through only as far as what is shown of it', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  snippetOf(`夜间构建 ${'很慢，因为缓存没有命中。'.repeat(4000)}`, searchTerms('构建'))
  const looked = normalize.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0)
  expect(looked).toBeLessThan(5000)
})
