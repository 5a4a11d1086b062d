import { describe, expect, it } from 'vitest'
import { readPicture } from './read-picture.ts'
import {
  le24,
  le32,
  ascii,
  ihdr,
  png,
  frame,
  segment,
  sof,
  sos,
  jpeg,
  gifFrame,
  gif,
  riff,
  webpChunk,
  vp8x,
  vp8,
  vp8l,
} from '../testing/picture-bytes.ts'

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

  /** @threat window.huge-picture */
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
