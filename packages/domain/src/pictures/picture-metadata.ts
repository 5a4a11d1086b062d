import type { PictureFormat } from './picture-format.ts'
import { chunksOf, segmentsOf, webpChunksOf } from './picture-parts.ts'

/** Data in a picture's file beside its pixels. */
export interface PictureMetadata {
  /** Orientation of EXIF, 1 to 8; 1 is upright. */
  orientation: number
  /** True if it has EXIF, XMP or texts: camera, program, author, time. */
  hasDetails: boolean
  /** True if it has a place. */
  hasLocation: boolean
}

const ORIENTATION = 0x0112
const GPS = 0x8825

/** Bytes at the beginning and at the end of a file in which metadata is looked for: it stands around the pixels. */
const LOOKED_AT = { begin: 2_000_000, end: 500_000 }

/** Reads the metadata of a picture that is found by the first and the last bytes of its file. */
export function readMetadata(bytes: Uint8Array, format: PictureFormat): PictureMetadata {
  const { begin, end } = LOOKED_AT
  const parts =
    bytes.length <= begin + end ? [bytes] : [bytes.subarray(0, begin), bytes.subarray(-end)]
  const has = (text: string): boolean => parts.some((part) => find(part, text) >= 0)
  const exif = parts.flatMap((part) => exifOf(part, format) ?? [])[0]
  const { orientation = 1, hasPlace = false } = exif === undefined ? {} : readExif(exif)
  return {
    orientation,
    hasDetails:
      (exif !== undefined && format !== 'tiff') ||
      hasPlace ||
      has('<x:xmpmeta') ||
      has('<?xpacket'),
    hasLocation: hasPlace || has('GPSLatitude'),
  }
}

/**
 * The same picture without EXIF, XMP, comments and all else that no pixel needs; colour profiles stay. Data behind its
 * end, such as the film of a moving photo, goes too.
 * @returns undefined where its parts cannot be told apart
 */
export function withoutMetadata(
  bytes: Uint8Array,
  format: 'png' | 'jpeg' | 'webp',
): Uint8Array | undefined {
  switch (format) {
    case 'jpeg':
      return segmentsOf(bytes)
    case 'png':
      return chunksOf(bytes)
    case 'webp':
      return webpChunksOf(bytes)
  }
}

/** EXIF, from its TIFF header on. */
function exifOf(bytes: Uint8Array, format: PictureFormat): Uint8Array | undefined {
  if (format === 'tiff') return bytes
  // JPEG, HEIC and AVIF have this mark before it; PNG and WebP name their chunk, and may have it too.
  for (const mark of ['Exif\0\0', 'eXIf', 'EXIF']) {
    const length = mark.length + (mark === 'EXIF' ? 4 : 0)
    // HEIC lists the item by that name too.
    for (let at = find(bytes, mark); at >= 0; at = find(bytes, mark, at + 1)) {
      const exif = bytes.subarray(at + length)
      if (byteOrder(exif) !== undefined) return exif
    }
  }
  return undefined
}

function byteOrder(bytes: Uint8Array): 'little' | 'big' | undefined {
  const [one, two, three, four] = bytes
  if (one === 0x49 && two === 0x49 && three === 0x2a && four === 0) return 'little'
  return one === 0x4d && two === 0x4d && three === 0 && four === 0x2a ? 'big' : undefined
}

/** Reads the first directory of a TIFF structure. */
function readExif(bytes: Uint8Array): { orientation?: number; hasPlace?: boolean } {
  const order = byteOrder(bytes)
  if (order === undefined || bytes.length < 10) return {}
  const isLittle = order === 'little'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > bytes.length) return {}
  const entries = view.getUint16(directory, isLittle)
  const read: { orientation?: number; hasPlace?: boolean } = {}
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > bytes.length) break
    const tag = view.getUint16(at, isLittle)
    const value = view.getUint16(at + 8, isLittle)
    if (tag === ORIENTATION && value >= 1 && value <= 8) read.orientation = value
    if (tag === GPS) read.hasPlace = true
  }
  return read
}

/** Index of an ASCII text from an index on; -1 if it is not there. */
function find(bytes: Uint8Array, text: string, from = 0): number {
  const codes = Array.from(text, (character) => character.charCodeAt(0))
  const [first = 0] = codes
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (codes.every((code, offset) => bytes[at + offset] === code)) return at
  return -1
}
