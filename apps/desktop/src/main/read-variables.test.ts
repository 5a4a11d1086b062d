import { parse } from 'dotenv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVariables } from './read-variables.ts'

const read = (text: string) =>
  Object.fromEntries(readVariables(text).map(({ name, value }) => [name, value]))

/** Ratio of the times for a text and for one eight times as long: eight when linear, 64 when quadratic. */
function growth(make: (length: number) => string): number {
  const time = (length: number): number => {
    const text = make(length)
    const times = Array.from({ length: 4 }, () => {
      const from = performance.now()
      readVariables(text)
      return performance.now() - from
    })
    return Math.min(...times)
  }
  return time(240_000) / Math.max(2, time(30_000))
}

describe('a file of variables', () => {
  it('is read as other programs read it', () => {
    const text = [
      '# mine',
      'PLAIN=a b  # comment',
      'export EXPORTED = yes',
      'COLON: value',
      'EMPTY=',
      `SINGLE='a # b'`,
      'DOUBLE="one\\ntwo" # comment',
      'KEY="-----BEGIN-----',
      'abc',
      '-----END-----"',
      '  INDENTED=1',
      '\tTAB=2\r',
      'not a variable',
      `OPEN='never closed`,
      'PLAIN=last',
      'URL=https://a.example/?x=1&y="2"',
      `ESCAPED='it\\'s'`,
    ].join('\n')
    expect(read(text)).toEqual(parse(text))
    expect(read(text)).toMatchObject({ PLAIN: 'last', KEY: '-----BEGIN-----\nabc\n-----END-----' })
  })

  /** @threat configuration.variables */
  it('is read as dotenv reads it, whatever its lines hold', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', '=', ':', '$', '\\', '.'), maxLength: 6 }),
      fc
        .string({ unit: fc.constantFrom('a', ' ', '#', "'", '\n', '\\n'), maxLength: 6 })
        .map((text) => `"${text}"`),
      fc
        .string({ unit: fc.constantFrom('a', ' ', '#', '"', '\n'), maxLength: 6 })
        .map((text) => `'${text}'`),
    )
    const line = fc.tuple(
      fc.constantFrom('', ' ', 'export ', '#'),
      fc.constantFrom('A', 'B_1', 'c.d'),
      fc.constantFrom('=', ' = ', ': '),
      // Without a value, dotenv takes the next line for it.
      value.filter((text) => text.trim() !== ''),
      fc.constantFrom('', ' # end'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.map((parts) => parts.join('')).join(end)
        expect(read(text)).toEqual(parse(text))
      }),
      { numRuns: 300 },
    )
  })

  /**
   * @threat configuration.variables
   * @attacker file
   * @tries To block main for a minute with a file of variables of 80 KB that is nothing but blank lines, or open
   * quotes.
   * @stoppedBy The file is read by position in one pass, not by an expression that restarts at each line, and it may be
   * 256 KB.
   */
  it.each([
    ['blank lines', (length: number) => `A=1\n!${'\n'.repeat(length)}!`],
    ['carriage returns', (length: number) => `${'\r'.repeat(length)}!`],
    ['blanks', (length: number) => `${' '.repeat(length)}!`],
    ['blanks behind a name', (length: number) => `A${' '.repeat(length)}!`],
    ['blanks behind a value', (length: number) => `A=1${' '.repeat(length)}!`],
    ['blanks behind quotes', (length: number) => `A="1"${' '.repeat(length)}!\n`.repeat(2)],
    ['a name', (length: number) => 'A'.repeat(length)],
    ['exports', (length: number) => 'export '.repeat(length / 7)],
    ['quotes that are not closed', (length: number) => `A="\nB='\n`.repeat(length / 8)],
    ['one open quote a line', (length: number) => `A="\\"\n`.repeat(length / 6)],
    ['quotes with words behind them', (length: number) => `A="\n" x\n`.repeat(length / 8)],
  ])('takes time with its length, made of %s', (_what, make) => {
    expect(growth(make)).toBeLessThan(40)
  })
})
