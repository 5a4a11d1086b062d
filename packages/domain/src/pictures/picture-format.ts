import { readPicture } from '../content/read-picture.ts'

/** Formats of pictures that a person can attach. */
export const PICTURE_FORMATS = [
  'png',
  'jpeg',
  'gif',
  'webp',
  'bmp',
  'tiff',
  'heic',
  'avif',
  'svg',
] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Media type of an SVG whose source text is attached. */
export const SVG_TYPE = 'image/svg+xml'

/** Formats that every API takes; the others are drawn anew. */
export const isSentAsIs = (format: PictureFormat): format is 'png' | 'jpeg' | 'webp' =>
  format === 'png' || format === 'jpeg' || format === 'webp'

/**
 * Format of a picture by its bytes, and for SVG, which is text, by its name too.
 * @returns undefined for no picture
 */
export function pictureFormatOf({
  bytes,
  name = '',
}: {
  bytes: Uint8Array
  name?: string
}): PictureFormat | undefined {
  const begin = tagAt(bytes, 0, 4)
  if (begin === 'II*\0' || begin === 'MM\0*') return 'tiff'
  if (tagAt(bytes, 4, 4) === 'ftyp') return brandFormat(bytes)
  const format = readPicture(bytes)?.format
  if (format === 'bmp') return isBitmap(bytes) ? 'bmp' : undefined
  return format ?? (isDrawing(bytes, name) ? 'svg' : undefined)
}

/** Brands of ISO/IEC 23008-12 (HEIF) and of AVIF. */
const HEIC = /^(?:hei[cxms]|hev[cxms]|mif1|msf1|heif)$/
const AVIF = /^avi[fs]$/

/** The format by the brands of a file type box (ISO/IEC 14496-12, 4.3): the major one, the version, the others. */
function brandFormat(bytes: Uint8Array): PictureFormat | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = Math.min(view.getUint32(0), bytes.length, 256)
  const brands = [tagAt(bytes, 8, 4)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(tagAt(bytes, at, 4))
  if (brands.some((brand) => AVIF.test(brand))) return 'avif'
  return brands.some((brand) => HEIC.test(brand)) ? 'heic' : undefined
}

/** Sizes of the second header of a BMP. Two letters alone begin many texts. */
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])

function isBitmap(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(6, true) === 0 && BITMAP_HEADERS.has(view.getUint32(14, true))
}

function isDrawing(bytes: Uint8Array, name: string): boolean {
  if (!/\.svg$/i.test(name)) return false
  const begin = tagAt(bytes, 0, 4096).replace('\u00ef\u00bb\u00bf', '')
  return /^\s{0,200}</.test(begin) && begin.includes('<svg')
}

function tagAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
