import { describe, expect, it } from 'vitest'
import { createSecretFinder } from './find-secrets.ts'

const plain = (...texts: string[]) => createSecretFinder(texts.map((text) => ({ text })))

/** The simple way: every position, every text. */
function slowly(texts: string[], text: string): number[] {
  const hidden = Array.from({ length: text.length }, () => false)
  for (const needle of texts)
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
      hidden.fill(true, at, at + needle.length)
  const ranges: number[] = []
  hidden.forEach((is, at) => {
    if (is !== (hidden[at - 1] ?? false)) ranges.push(at)
  })
  if (hidden.at(-1) === true) ranges.push(text.length)
  return ranges
}

describe('a search for many texts', () => {
  it('finds them at the ends, and those that lie across one another', () => {
    expect(plain('abcde')('abcde')).toEqual([0, 5])
    expect(plain('abcde', 'cdefgh')('xabcdefghx')).toEqual([1, 9])
    expect(plain('token', 'token-extended')('a token-extended, a token')).toEqual([2, 16, 20, 25])
  })

  it('finds nothing where nothing is', () => {
    expect(plain('abcde')('abcd')).toEqual([])
    expect(plain('abcde')('ABCDE abcd\u00e5')).toEqual([])
    expect(plain()('anything')).toEqual([])
  })

  it('takes the digits of a code in either case, and other letters of a short text in their own', () => {
    const find = createSecretFinder([{ text: 'p%4Asx', isEncoded: true }])
    expect(find('p%4asx')).toEqual([0, 6])
    expect(find('P%4AsX')).toEqual([])
    expect(find('p%4ASx')).toEqual([])
  })

  /** @threat streams.parts-of-secrets */
  it('takes a text of eight characters and more in either case', () => {
    expect(createSecretFinder([{ text: 'Abcdefgh' }])('x ABCDEFGH aBCDefgH')).toEqual([
      2, 10, 11, 19,
    ])
    expect(createSecretFinder([{ text: 'Abcdefg' }])('x ABCDEFG')).toEqual([])
  })

  it('finds what the simple way does, in random texts of few letters', () => {
    let seed = 11
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const word = (length: number) => Array.from({ length }, () => 'ab'[random(2)]).join('')
    let found = 0
    for (let round = 0; round < 3000; round += 1) {
      const texts = Array.from({ length: 1 + random(4) }, () => word(2 + random(6)))
      const text = word(random(60))
      // Those that touch are one range the simple way, and may be two.
      const fill = (ranges: number[]): string => {
        const shown = Array.from(text)
        for (let at = 0; at < ranges.length; at += 2) shown.fill('-', ranges[at], ranges[at + 1])
        return shown.join('')
      }
      const ranges = plain(...texts)(text)
      if (ranges.length > 0) found += 1
      expect(fill(ranges)).toBe(fill(slowly(texts, text)))
    }
    expect(found).toBeGreaterThan(500)
  })

  it('is quick with a long text, and with one made to be slow', () => {
    const secrets = Array.from({ length: 50 }, (_, index) => `secret-value-number-${index}`)
    const find = plain(...secrets)
    const unit = 'secret-value-number-'
    for (const text of ['x'.repeat(16_000_000), unit.repeat(16_000_000 / unit.length)]) {
      const started = process.cpuUsage()
      find(text)
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000)
    }
  })
})
