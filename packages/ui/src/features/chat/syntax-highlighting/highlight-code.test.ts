import { describe, expect, it } from 'vitest'
import { codeColors } from './code-color.ts'
import { highlightCode } from './highlight-code.ts'

/** Each coloured stretch with its colour. */
function read(code: string, language: string): string[] {
  const ranges = highlightCode(code, language) ?? []
  const found: string[] = []
  for (let at = 0; at < ranges.length; at += 3) {
    const [start = 0, length = 0, color = 0] = ranges.slice(at, at + 3)
    found.push(`${codeColors[color]}: ${code.slice(start, start + length)}`)
  }
  return found
}

describe('highlightCode', () => {
  it('finds keywords, names, strings, numbers and comments, by an alias of the language too', () => {
    const code = 'def area(r):\n    # the area\n    return "m" + 3\n'
    for (const language of ['python', 'py']) {
      expect(read(code, language)).toEqual([
        'keyword: def',
        'name: area',
        'comment: # the area',
        'keyword: return',
        'string: "m"',
        'number: 3',
      ])
    }
  })

  it('leaves what stands in a template of a string as code', () => {
    expect(read('const a = `x ${b} y`', 'ts')).not.toContain('string: ${b}')
  })

  it('has no colours for a language without a grammar', () => {
    expect(highlightCode('x', 'klingon')).toBeNull()
  })

  it('limits the ranges of one code', () => {
    expect(highlightCode('1 '.repeat(15_000), 'js')).toHaveLength(3 * 8000)
  })
})
