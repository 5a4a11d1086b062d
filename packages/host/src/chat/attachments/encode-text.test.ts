import { expect, it, vi } from 'vitest'
import { encodeText } from './encode-text.ts'

it.each([
  ['nothing', ''],
  ['a pair at the end of a piece', `${'a'.repeat(65_535)}😀b`],
  ['half a pair', `${'漢'.repeat(70_000)}\uD83D`],
])('encodes %s as UTF-8', async (_name, text) => {
  expect(Buffer.from(text).equals(await encodeText(text))).toBe(true)
})

it('leaves others their turns meanwhile', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 0)
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 9))
  await encodeText('漢字 '.repeat(300_000))
  clearInterval(other)
  expect(turns).toBeGreaterThan(2)
})
