import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const at = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')

test.each([
  ['7', 7000],
  ['0', 0],
  ['1.5', 1500],
  [' 120 ', 120_000],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['259200', 259_200_000],
  ['Sat, 24 Oct 2026 07:28:00 GMT', 259_200_000],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
])('retry-after "%s" is read as %s ms', (value, ms) => {
  expect(parseRetryAfter(value, at)).toBe(ms)
})
