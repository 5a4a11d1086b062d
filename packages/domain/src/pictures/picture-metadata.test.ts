import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPicture } from '../content/read-picture.ts'
import { ascii, ihdr, jpeg, png, segment, sof, sos } from '../testing/picture-bytes.ts'
import { pictureFormatOf } from './picture-format.ts'
import { readMetadata, withoutMetadata } from './picture-metadata.ts'

const fixtures = new URL('../../../../apps/desktop/src/main/pictures/fixtures/', import.meta.url)
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, fixtures)))
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const bytesOf = (value: string): Uint8Array => Uint8Array.from(ascii(value))

describe('the format of a picture', () => {
  it.each([
    ['photo.heic', 'heic'],
    ['photo.jpg', 'jpeg'],
    ['small.avif', 'avif'],
    ['small.png', 'png'],
    ['small.webp', 'webp'],
    ['small.bmp', 'bmp'],
    ['fax.tiff', 'tiff'],
    ['moving.gif', 'gif'],
    ['drawing.svg', 'svg'],
  ])('%s: %s', (name, format) => {
    expect(pictureFormatOf({ bytes: fixture(name), name })).toBe(format)
  })

  it('is none for texts that begin a little like one', () => {
    const texts = [
      'BMW builds cars in Munich, and not only there.',
      '',
      'ftyp',
      '<svg>',
      '\0\0\0\u0010ftypisom\0\0\0\0',
    ]
    for (const value of texts)
      expect(pictureFormatOf({ bytes: bytesOf(value), name: 'a.txt' })).toBeUndefined()
  })
})

describe('metadata', () => {
  it.each(['photo.heic', 'photo.jpg', 'small.jpg', 'small.png', 'small.webp'])(
    '%s: its place is found',
    (name) => {
      const bytes = fixture(name)
      const format = pictureFormatOf({ bytes, name }) ?? 'png'
      const orientation = name === 'photo.jpg' ? 6 : 1
      expect(readMetadata(bytes, format)).toEqual({
        orientation,
        hasDetails: true,
        hasLocation: true,
      })
    },
  )

  it('is none where there is none', () => {
    const none = { orientation: 1, hasDetails: false, hasLocation: false }
    for (const name of ['small.avif', 'small.bmp', 'two-pages.tiff', 'moving.gif'] as const) {
      const bytes = fixture(name)
      expect(readMetadata(bytes, pictureFormatOf({ bytes, name }) ?? 'png')).toEqual(none)
    }
  })

  it.each(['small.jpg', 'small.png', 'small.webp'])('%s: it is left out', (name) => {
    const bytes = fixture(name)
    const format = pictureFormatOf({ bytes, name }) as 'png' | 'jpeg' | 'webp'
    const plain = withoutMetadata(bytes, format) ?? bytes
    expect(text(bytes)).toMatch(/Gatehouse/)
    expect(text(plain)).not.toMatch(/Gatehouse|Ada|Exif|eXIf|EXIF|xmp/)
    expect(readPicture(plain)).toMatchObject({ format, width: 320, height: 240 })
    expect(readMetadata(plain, format).hasDetails).toBe(false)
    expect(withoutMetadata(plain, format)).toEqual(plain)
  })

  /** @threat attachments.picture-place */
  it('of a JPEG takes what stands behind its end, and leaves its colours', () => {
    const icc = segment(0xe2, ascii('ICC_PROFILE\0\u0001\u0001 P3'))
    const whole = [...jpeg(icc, segment(0xe2, ascii('MPF\0')), sof(8, 8), sos), ...ascii('film')]
    const plain = withoutMetadata(Uint8Array.from(whole), 'jpeg')
    expect(plain && [...plain]).toEqual(jpeg(icc, sof(8, 8), sos))
  })

  it('of pictures that are cut off is not told apart', () => {
    for (const name of ['small.jpg', 'small.png', 'small.webp'] as const) {
      const bytes = fixture(name)
      const format = pictureFormatOf({ bytes, name }) as 'png' | 'jpeg' | 'webp'
      for (let length = 12; length < bytes.length; length += 97)
        expect(withoutMetadata(bytes.subarray(0, length), format)).toBeUndefined()
    }
    expect(withoutMetadata(Uint8Array.from(png(ihdr(1, 1))), 'png')).toBeUndefined()
  })
})
