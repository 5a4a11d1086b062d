import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isDrawableIcon, inspectPicture } from './inspect-picture.ts'
import { PictureBudget } from './picture-budget.ts'
import { readPicture } from '@gatehouse/domain/picture'

const be32 = (value: number) => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]
const be16 = (value: number) => [(value >>> 8) & 255, value & 255]
const le16 = (value: number) => [value & 255, (value >>> 8) & 255]
const le24 = (value: number) => [...le16(value), (value >>> 16) & 255]
const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)]
const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

const chunk = (kind: string, data: number[]) => [
  ...be32(data.length),
  ...ascii(kind),
  ...data,
  0,
  0,
  0,
  0,
]
const ihdr = (width: number, height: number) =>
  chunk('IHDR', [...be32(width), ...be32(height), 8, 0, 0, 0, 0])
const png = (...chunks: number[][]) => [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, ...chunks.flat()]
const frame = (width: number, height: number, x = 0) =>
  chunk('fcTL', [
    ...be32(0),
    ...be32(width),
    ...be32(height),
    ...be32(x),
    ...be32(0),
    0,
    1,
    0,
    1,
    0,
    0,
  ])

const segment = (marker: number, data: number[]) => [
  0xff,
  marker,
  ...be16(data.length + 2),
  ...data,
]
const sof = (width: number, height: number, marker = 0xc0) =>
  segment(marker, [8, ...be16(height), ...be16(width), 1, 1, 0x11, 0])
const sos = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 2, 0xff, 0x00, 3]
const jpeg = (...parts: number[][]) => [0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]

const gifFrame = (width: number, height: number) => [
  0x2c,
  ...le16(0),
  ...le16(0),
  ...le16(width),
  ...le16(height),
  0,
  2,
  1,
  0,
  0,
]
const gif = (width: number, height: number, ...frames: number[][]) => [
  ...ascii('GIF89a'),
  ...le16(width),
  ...le16(height),
  0,
  0,
  0,
  ...frames.flat(),
  0x3b,
]

const riff = (...chunks: number[][]) => [
  ...ascii('RIFF'),
  ...le32(4),
  ...ascii('WEBP'),
  ...chunks.flat(),
]
const webpChunk = (kind: string, data: number[]) => [...ascii(kind), ...le32(data.length), ...data]
const vp8x = (width: number, height: number) =>
  webpChunk('VP8X', [0, 0, 0, 0, ...le24(width - 1), ...le24(height - 1)])
const vp8 = (width: number, height: number) =>
  webpChunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le16(width), ...le16(height)])
const vp8l = (width: number, height: number) =>
  webpChunk('VP8L', [0x2f, ...le32(((height - 1) << 14) | (width - 1)), 0, 0, 0, 0, 0])

const base64 = (bytes: number[]) => Buffer.from(bytes).toString('base64')
const judge = (bytes: number[]) => inspectPicture(base64(bytes)).kind
const size = (bytes: number[]) => {
  const facts = readPicture(Uint8Array.from(bytes))
  return facts && [facts.format, facts.width, facts.height, facts.frames]
}

describe('readPicture', () => {
  it('reads the size from the header of each kind', () => {
    expect(size(png(ihdr(640, 480)))).toEqual(['png', 640, 480, 1])
    expect(size(jpeg(sof(640, 480), sos))).toEqual(['jpeg', 640, 480, 1])
    expect(size(jpeg(segment(0xe1, Array(300).fill(0xff)), sof(640, 480, 0xc2)))).toEqual([
      'jpeg',
      640,
      480,
      1,
    ])
    expect(size(gif(640, 480, gifFrame(1, 1)))).toEqual(['gif', 640, 480, 1])
    expect(size(riff(vp8x(640, 480)))).toEqual(['webp', 640, 480, 1])
    expect(size(riff(vp8(640, 480)))).toEqual(['webp', 640, 480, 1])
    expect(size(riff(vp8l(640, 480)))).toEqual(['webp', 640, 480, 1])
    expect(
      size([...ascii('BM'), ...Array(12).fill(0), ...le32(40), ...le32(640), ...le32(480)]),
    ).toEqual(['bmp', 640, 480, 1])
  })

  it('takes the largest of all sizes that a file claims', () => {
    expect(size(png(ihdr(1, 1), ihdr(20_000, 20_000)))).toEqual(['png', 20_000, 20_000, 1])
    expect(size(png(ihdr(1, 1), frame(9, 9), frame(9000, 2, 1000)))).toEqual(['png', 10_000, 9, 2])
    expect(size(jpeg(sof(1, 1), sos, sof(30_000, 30_000), sos))).toEqual([
      'jpeg',
      30_000,
      30_000,
      1,
    ])
    expect(size(gif(1, 1, gifFrame(1, 1), gifFrame(60_000, 60_000)))).toEqual([
      'gif',
      60_000,
      60_000,
      2,
    ])
    expect(size(riff(vp8x(1, 1), vp8(16_000, 16_000)))).toEqual(['webp', 16_000, 16_000, 1])
    const anmf = webpChunk('ANMF', [...Array(6).fill(0), ...le24(9999), ...le24(9999), 0, 0, 0, 0])
    expect(size(riff(vp8x(1, 1), anmf, anmf))).toEqual(['webp', 10_000, 10_000, 2])
  })

  it('finds nothing in what is not a picture, is cut short or gives no size', () => {
    for (const bytes of [
      [],
      ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      ascii('GIF89a'),
      png(),
      png(ihdr(0, 5)),
      jpeg(),
      riff(),
      ascii('BM'),
      [0, 0, 1, 0, 1, 0],
    ])
      expect(size(bytes)).toBeNull()
    const whole = jpeg(segment(0xe0, [1, 2, 3]), sof(640, 480), sos)
    for (let length = 0; length < whole.length; length += 1)
      expect(() => size(whole.slice(0, length))).not.toThrow()
  })

  it('walks any bytes to their end, quickly', () => {
    let seed = 7
    const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
    const heads = [png(), [0xff, 0xd8, 0xff], ascii('GIF89a'), riff(), ascii('BM')]
    for (let round = 0; round < 300; round += 1) {
      const head = heads[round % heads.length] ?? []
      const bytes = [...head, ...Array.from({ length: 2000 }, () => Math.floor(random() * 256))]
      expect(() => size(bytes)).not.toThrow()
    }
    const started = performance.now()
    for (const head of heads)
      for (const fill of [0x00, 0xff, 0x2c, 0x21]) {
        const bytes = new Uint8Array(4_000_000).fill(fill)
        bytes.set(head)
        readPicture(bytes)
      }
    // Linear: a second of an idle machine. Quadratic would be hours.
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

describe('inspectPicture', () => {
  it('refuses a picture of 20,000 × 20,000 pixels in 48 KB before it is decoded', () => {
    const rows = deflateSync(Buffer.alloc(20_000 * 2501))
    const bytes = png(ihdr(20_000, 20_000), chunk('IDAT', [...rows]))
    expect(bytes.length).toBeLessThan(60_000)
    expect(judge(bytes)).toBe('too-large')
  })

  it('draws up to 24 megapixels and 16,384 pixels an edge', () => {
    expect(judge(png(ihdr(6000, 4000)))).toBe('drawable')
    expect(judge(png(ihdr(6000, 4001)))).toBe('too-large')
    expect(judge(png(ihdr(16_384, 10)))).toBe('drawable')
    expect(judge(png(ihdr(16_385, 10)))).toBe('too-large')
  })

  it('refuses what moves or is decoded in passes without end', () => {
    expect(judge(gif(2000, 2000, gifFrame(1, 1), gifFrame(1, 1)))).toBe('drawable')
    expect(judge(gif(4000, 4000, gifFrame(1, 1), gifFrame(1, 1)))).toBe('moves-too-much')
    expect(judge(gif(1000, 1000, ...Array.from({ length: 2000 }, () => gifFrame(1, 1))))).toBe(
      'moves-too-much',
    )
    expect(judge(jpeg(sof(4000, 4000, 0xc2), ...Array.from({ length: 500 }, () => sos)))).toBe(
      'moves-too-much',
    )
  })

  it('names the type by the bytes, and takes base64 only', () => {
    const inspection = inspectPicture(base64(png(ihdr(1, 1))))
    expect(inspection).toMatchObject({ facts: { format: 'png' } })
    expect(inspectPicture('%41%42').kind).toBe('unknown')
    expect(inspectPicture('').kind).toBe('unknown')
    expect(inspectPicture('A'.repeat(30_000_000)).kind).toBe('unknown')
  })

  it('an icon is small, still and in the address itself', () => {
    const address = (bytes: number[]) => `data:image/png;base64,${base64(bytes)}`
    expect(isDrawableIcon(address(png(ihdr(64, 64))))).toBe(true)
    expect(isDrawableIcon(address(png(ihdr(20_000, 20_000))))).toBe(false)
    expect(isDrawableIcon(address(gif(64, 64, gifFrame(1, 1), gifFrame(1, 1))))).toBe(false)
    expect(isDrawableIcon('data:image/png,%89PNG')).toBe(false)
    expect(isDrawableIcon('https://example.org/icon.png')).toBe(false)
  })
})

describe('PictureBudget', () => {
  it('500 pictures of 24 megapixels are decoded two at a time', () => {
    const budget = new PictureBudget()
    let granted = 0
    const releases = Array.from({ length: 500 }, () =>
      budget.claim(24_000_000, () => (granted += 1)),
    )
    expect(granted).toBe(2)
    releases[0]?.()
    expect(granted).toBe(3)
    for (const release of releases) release()
    budget.claim(24_000_000, () => (granted += 1))
    expect(granted).toBeGreaterThan(3)
  })
})
