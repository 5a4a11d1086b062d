import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readDrawn } from './read-drawn.ts'

function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)])
}

/** A PNG that says it is so large. */
function png(width: number, height: number, more: Buffer[] = []): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(8)))
  return Buffer.concat([signature, chunk('IHDR', head), ...more, pixels]).toString('base64')
}

const drawn = { state: 'drawn', picture: png(200, 100), width: 100, height: 50 } as const
const FAILED = { state: 'failed' }

/** @threat diagrams.lies */
test('a picture as large as it says goes to the window', () => {
  expect(readDrawn(drawn)).toEqual(drawn)
  // Whole pixels of a size that is none.
  const odd = { ...drawn, picture: png(300, 150), width: 150.4, height: 75.2 }
  expect(readDrawn(odd)).toEqual(odd)
})

test.each([
  ['a height of a million', { ...drawn, height: 1_000_000 }],
  ['a height of nothing', { ...drawn, height: 0 }],
  ['a width that is no number', { ...drawn, width: Number.NaN }],
  ['another shape than its picture has', { ...drawn, width: 100, height: 500 }],
  ['a picture that says it is huge', { ...drawn, picture: png(20_000, 10_000) }],
  ['a picture of many pixels', { ...drawn, picture: png(8000, 4000) }],
  ['words for a picture', { ...drawn, picture: 'aGVsbG8=' }],
  ['what is no base64', { ...drawn, picture: '<svg onload=alert(1)>' }],
  ['an SVG', { ...drawn, picture: Buffer.from('<svg xmlns=""/>').toString('base64') }],
  ['a picture of several megabytes', { ...drawn, picture: `${'A'.repeat(8_000_000)}AAAA` }],
  ['one that moves', { ...drawn, picture: png(200, 100, frames(2)) }],
  ['a response of another kind', { state: 'too-slow' }],
  ['nothing', undefined],
  ['a text', 'drawn'],
  ['a list', [drawn]],
])('a page that responds with %s has failed', (_what, response) => {
  expect(readDrawn(response)).toEqual(FAILED)
})

test('what the page adds goes no further', () => {
  expect(readDrawn({ ...drawn, html: '<b>' })).toEqual(drawn)
  const response = JSON.parse('{"state":"too-large","__proto__":{"state":"drawn"}}') as unknown
  expect(readDrawn(response)).toEqual({ state: 'too-large' })
})

/** @threat diagrams.lies */
test('the words of the parser are cut', () => {
  const unreadable = readDrawn({ state: 'unreadable', message: 'x'.repeat(1_000_000) })
  expect(unreadable).toEqual({ state: 'unreadable', message: 'x'.repeat(1000) })
})

function frames(count: number): Buffer[] {
  return Array.from({ length: count }, () => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(200, 4)
    data.writeUInt32BE(100, 8)
    return chunk('fcTL', data)
  })
}
