import { expect, it } from 'vitest'
import { isChosen, normalRanges, parseRanges, rangesText } from './document.ts'

it.each([
  ['1-3, 7', '1-3, 7'],
  ['7，1–2、3', '1-3, 7'],
  [' 2 至 4 ', '2-4'],
  ['1-2,2-5', '1-5'],
])('ranges of pages as a person writes them: %s', (typed, read) => {
  expect(rangesText(parseRanges(typed, 9) ?? [])).toBe(read)
})

it.each(['', '0', '3-1', '1-', 'a', '8-10', '1,,2'])('no ranges: %j', (typed) => {
  expect(parseRanges(typed, 9)).toBeUndefined()
})

it('ranges are sorted, joined and cut at the last page', () => {
  const ranges = [
    { from: 5, to: 99 },
    { from: 1, to: 1 },
    { from: 12, to: 13 },
  ]
  expect(normalRanges(ranges, 6)).toEqual([
    { from: 1, to: 1 },
    { from: 5, to: 6 },
  ])
  expect([1, 2, 5].map((page) => isChosen([{ from: 5, to: 6 }], page))).toEqual([
    false,
    false,
    true,
  ])
  expect(isChosen(undefined, 2)).toBe(true)
})
