import { describe, expect, it } from 'vitest'
import { sniffMedia, sniffText } from './sniff-media.ts'
import { pngOf } from './testing/pictures.ts'

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part,
    ),
  )

describe('what a file is', () => {
  it('is told by its bytes', () => {
    expect(sniffMedia(pngOf(640, 480))).toEqual({
      media: 'image',
      mimeType: 'image/png',
      width: 640,
      height: 480,
    })
    expect(sniffMedia(bytesOf('RIFF', [36, 0, 0, 0], 'WAVEfmt '))).toEqual({
      media: 'audio',
      mimeType: 'audio/wav',
    })
    expect(sniffMedia(bytesOf('ID3', [4, 0, 0, 0, 0, 0, 0]))).toEqual({
      media: 'audio',
      mimeType: 'audio/mpeg',
    })
    // Two frames of MPEG 1 layer III, 128 kbit/s at 44.1 kHz: 417 bytes each.
    const frame = [0xff, 0xfb, 0x90, 0x00, ...Array.from({ length: 413 }, () => 0)]
    expect(sniffMedia(bytesOf(frame, frame))).toEqual({ media: 'audio', mimeType: 'audio/mpeg' })
  })

  it('is not a picture or sound because it begins a little like one', () => {
    for (const bytes of [
      bytesOf('%PDF-1.7'),
      bytesOf('PK', [3, 4]),
      bytesOf('<svg xmlns="http://www.w3.org/2000/svg">'),
      bytesOf([0xff, 0xfb, 0x90, 0x00], 'and then something else'),
      bytesOf(
        'BM',
        Array.from({ length: 40 }, () => 1),
      ),
      new Uint8Array(0),
    ])
      expect(sniffMedia(bytes)).toBeUndefined()
  })

  it('is a text in UTF-8 or, with its mark, UTF-16', () => {
    expect(sniffText(bytesOf([0xe4, 0xbd, 0xa0]))).toBe('你')
    expect(sniffText(bytesOf([0xff, 0xfe, 0x60, 0x4f]))).toBe('你')
    expect(sniffText(bytesOf([0xe4, 0xbd]))).toBeUndefined()
    expect(sniffText(bytesOf('a', [0], 'b'))).toBeUndefined()
    expect(sniffText(bytesOf([0xff, 0xd8, 0xff]))).toBeUndefined()
  })
})
