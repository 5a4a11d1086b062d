/** Properties of a picture, read from its bytes without decoding a pixel. */
export interface PictureFacts {
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp'
  /** The largest that any header, frame or scan in the file claims: a file may state one thing and hold another. */
  width: number
  height: number
  /** Pictures in it, each as large as the whole; more than 1 moves. */
  frames: number
  /** Passes over the whole picture that a decoder makes. */
  scans: number
}

/** Grows with every claim in the file. */
class Claims {
  width = 0
  height = 0
  frames = 0
  scans = 0

  size(width: number, height: number): void {
    this.width = Math.max(this.width, width)
    this.height = Math.max(this.height, height)
  }

  facts(format: PictureFacts['format']): PictureFacts | null {
    const { width, height, frames, scans } = this
    if (width === 0 || height === 0) return null
    return { format, width, height, frames: Math.max(1, frames), scans: Math.max(1, scans) }
  }
}

/**
 * Reads the header of a PNG, JPEG, GIF, WebP or BMP, by its bytes and not by the declared type. Walks the whole
 * file once, so that a second header, a larger frame or a thousand scans are seen. `null` for anything else, and
 * for a file without a size.
 */
export function readPicture(bytes: Uint8Array): PictureFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(bytes, view)
  if (starts(bytes, [0xff, 0xd8, 0xff])) return readJpeg(bytes, view)
  if (tag(bytes, 0, 6) === 'GIF87a' || tag(bytes, 0, 6) === 'GIF89a') return readGif(bytes, view)
  if (tag(bytes, 0, 4) === 'RIFF' && tag(bytes, 8, 4) === 'WEBP') return readWebp(bytes, view)
  if (tag(bytes, 0, 2) === 'BM') return readBmp(bytes, view)
  return null
}

function starts(bytes: Uint8Array, mark: readonly number[]): boolean {
  return bytes.length >= mark.length && mark.every((byte, index) => bytes[index] === byte)
}

function tag(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

function readPng(bytes: Uint8Array, view: DataView): PictureFacts | null {
  if (tag(bytes, 12, 4) !== 'IHDR') return null
  const claims = new Claims()
  for (let at = 8; at + 16 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = tag(bytes, at + 4, 4)
    const data = at + 8
    if (kind === 'IHDR') claims.size(view.getUint32(data), view.getUint32(data + 4))
    else if (kind === 'fcTL' && data + 20 <= bytes.length) {
      claims.frames += 1
      claims.size(
        view.getUint32(data + 4) + view.getUint32(data + 12),
        view.getUint32(data + 8) + view.getUint32(data + 16),
      )
    }
  }
  return claims.facts('png')
}

/** Start of frame, but for the tables that share its range: Huffman, reserved, arithmetic. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Markers without a length: fill, restarts, start of image, a stray one. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function readJpeg(bytes: Uint8Array, view: DataView): PictureFacts | null {
  const claims = new Claims()
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0x00 || marker === 0xff || isBare(marker)) {
      at = bytes[at] === 0xff && marker !== 0xff ? at + 2 : nextMark(bytes, at + 1)
      continue
    }
    if (marker === 0xd9) break
    if (isFrameStart(marker) && at + 9 <= bytes.length)
      claims.size(view.getUint16(at + 7), view.getUint16(at + 5))
    if (marker === 0xda) claims.scans += 1
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return claims.facts('jpeg')
}

function nextMark(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(0xff, from)
  return found < 0 ? bytes.length : found
}

function readGif(bytes: Uint8Array, view: DataView): PictureFacts | null {
  if (bytes.length < 13) return null
  const claims = new Claims()
  claims.size(view.getUint16(6, true), view.getUint16(8, true))
  let at = 13 + colourTable(bytes[10] ?? 0)
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x2c && at + 10 <= bytes.length) {
      claims.frames += 1
      claims.size(
        view.getUint16(at + 1, true) + view.getUint16(at + 5, true),
        view.getUint16(at + 3, true) + view.getUint16(at + 7, true),
      )
      at = skipBlocks(bytes, at + 11 + colourTable(bytes[at + 9] ?? 0))
    } else if (kind === 0x21) at = skipBlocks(bytes, at + 2)
    else break
  }
  return claims.facts('gif')
}

const colourTable = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

function skipBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

function readWebp(bytes: Uint8Array, view: DataView): PictureFacts | null {
  const claims = new Claims()
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    readWebpChunk({ bytes, view, claims }, at)
    // A frame holds chunks of its own behind sixteen bytes; what else is in it is walked like the rest.
    at += tag(bytes, at, 4) === 'ANMF' ? 24 : 8 + length + (length & 1)
  }
  return claims.facts('webp')
}

interface WebpReader {
  bytes: Uint8Array
  view: DataView
  claims: Claims
}

function readWebpChunk({ bytes, view, claims }: WebpReader, at: number): void {
  const kind = tag(bytes, at, 4)
  const data = at + 8
  const three = (from: number): number =>
    view.getUint16(from, true) | ((bytes[from + 2] ?? 0) << 16)
  if (data + 10 > bytes.length) return
  if (kind === 'VP8X') claims.size(three(data + 4) + 1, three(data + 7) + 1)
  else if (kind === 'VP8 ')
    claims.size(view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff)
  else if (kind === 'VP8L' && bytes[data] === 0x2f) {
    const bits = view.getUint32(data + 1, true)
    claims.size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  } else if (kind === 'ANMF' && data + 12 <= bytes.length) {
    claims.frames += 1
    claims.size(2 * three(data) + three(data + 6) + 1, 2 * three(data + 3) + three(data + 9) + 1)
  }
}

function readBmp(bytes: Uint8Array, view: DataView): PictureFacts | null {
  if (bytes.length < 26) return null
  const claims = new Claims()
  if (view.getUint32(14, true) === 12)
    claims.size(view.getUint16(18, true), view.getUint16(20, true))
  else claims.size(Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true)))
  return claims.facts('bmp')
}
