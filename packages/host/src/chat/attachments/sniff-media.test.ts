import { describe, expect, it } from 'vitest'
import { documentContainerOf, sniffMedia, sniffRefused } from './sniff-media.ts'
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

  /**
   * @threat attachments.false-type
   * @attacker server
   * @tries To have something sent as a picture that is none, which every later request would fail for.
   * @stoppedBy The type of what is attached is what its bytes say, whatever it is called.
   */
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

  it('is of a kind that is refused by its name', () => {
    const of = (begin: string) => sniffRefused(bytesOf(begin, [0, 0, 0, 0]))
    expect(["7z\u00bc\u00af'", 'text'].map((one) => of(one))).toEqual(['archive', undefined])
  })

  it('is a document by its bytes, and where it is a text by its name too', () => {
    const of = (begin: string, name = 'x') =>
      documentContainerOf({ bytes: bytesOf(begin, [10, 10, 10]), name })
    expect(
      ['%PDF-1.4', '{\\rtf1', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'].map((one) => of(one)),
    ).toEqual(['pdf', 'rtf', 'zip', 'compound'])
    expect(of('<!doctype html>', 'page.HTML')).toBe('html')
    expect(of('<p>', 'page.txt')).toBeUndefined()
    expect(of('no page', 'page.html')).toBeUndefined()
    expect(of('{"cells"', 'plot.ipynb')).toBe('ipynb')
    expect(of('From: a@example.com', 'mail.eml')).toBe('eml')
  })
})
