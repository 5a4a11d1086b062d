import { expect, test } from 'vitest'
import { createLineSplitter, type LongLine } from './line-splitter.ts'

function split(chunks: Buffer[], maxBytes = 1000) {
  const lines: string[] = []
  const long: LongLine[] = []
  const parts: Buffer[] = []
  const splitter = createLineSplitter({
    maxBytes,
    onLine: (line) => lines.push(line.toString('utf8')),
    onLongLine: (line) => long.push(line),
    onLongPart: (part) => parts.push(part),
  })
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return { lines, long, parts }
}

test('lines come out the same however the bytes are cut, through characters too', () => {
  const text = Buffer.from('one\r\n\ntwo 漢字 é\nlast without end')
  for (let size = 1; size <= text.length; size += 1) {
    const chunks: Buffer[] = []
    for (let at = 0; at < text.length; at += size) chunks.push(text.subarray(at, at + size))
    expect(split(chunks).lines).toEqual(['one', '', 'two 漢字 é', 'last without end'])
  }
})

test('a line above the limit is given in its parts and does not hurt the lines beside it', () => {
  const { lines, long, parts } = split(
    [Buffer.from('a\n{"start'), Buffer.alloc(5000, 120), Buffer.from('end"}\nb\n')],
    100,
  )
  expect(lines).toEqual(['a', 'b'])
  expect(long).toHaveLength(1)
  expect(long[0]?.bytes).toBe(5012)
  expect(long[0]?.head.toString().startsWith('{"start')).toBe(true)
  expect(Buffer.concat(parts).toString()).toBe(`{"start${'x'.repeat(5000)}end"}`)
})

test('a line of exactly the limit is whole', () => {
  const { lines, long } = split([Buffer.from(`${'x'.repeat(100)}\n`)], 100)
  expect([lines[0]?.length, long.length]).toEqual([100, 0])
})
