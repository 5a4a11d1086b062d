/** Copies of pictures that hold the parts which their pixels need, and no others. */

interface Part {
  from: number
  to: number
}

function join(bytes: Uint8Array, parts: readonly Part[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { from, to }) => sum + to - from, 0))
  let at = 0
  for (const { from, to } of parts) {
    whole.set(bytes.subarray(from, to), at)
    at += to - from
  }
  return whole
}

const tagAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Application segments that pixels need (JPEG, ITU-T T.81 B.2.4.6), by the mark that they begin with. */
const NEEDED: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
}
const START_OF_SCAN = 0xda
const END = 0xd9
const COMMENT = 0xfe

/** A JPEG of its needed segments; undefined where one does not follow another up to the end of the picture. */
export function segmentsOf(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Part[] = [{ from: 0, to: 2 }]
  let at = 2
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === END) return join(bytes, [...parts, { from: at, to: at + 2 }])
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const header = at + 2 + view.getUint16(at + 2)
    const to = marker === START_OF_SCAN ? endOfScan(bytes, header) : header
    if (isNeeded(bytes, at, marker)) parts.push({ from: at, to })
    at = to
  }
  return undefined
}

function isNeeded(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker === COMMENT) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const begin = NEEDED[marker]
  return begin !== undefined && tagAt(bytes, at + 4, begin.length) === begin
}

/** The next marker that is no restart and no escaped byte. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at
  }
  return bytes.length
}

/** Chunks of a PNG that change how its pixels look (PNG, third edition, 11.2 and 11.3). */
const PNG_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'cICP',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
])

/** A PNG of its needed chunks; undefined for one without an end. */
export function chunksOf(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Part[] = [{ from: 0, to: 8 }]
  for (let at = 8; at + 12 <= bytes.length;) {
    const to = at + 12 + view.getUint32(at)
    const kind = tagAt(bytes, at + 4)
    if (to > bytes.length) return undefined
    if (PNG_CHUNKS.has(kind)) parts.push({ from: at, to })
    if (kind === 'IEND') return join(bytes, parts)
    at = to
  }
  return undefined
}

const WEBP_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])
/** Bits of the extended header that announce EXIF and XMP (RFC 9649, 2.7). */
const METADATA_BITS = 0x0c

/** A WebP of its needed chunks; undefined where they do not fill the file that its header states. */
export function webpChunksOf(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12) return undefined
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) return undefined
  const parts: Part[] = [{ from: 0, to: 12 }]
  let at = 12
  while (at + 8 <= end) {
    const length = view.getUint32(at + 4, true)
    const to = at + 8 + length + (length & 1)
    if (to > end) return undefined
    if (WEBP_CHUNKS.has(tagAt(bytes, at))) parts.push({ from: at, to })
    at = to
  }
  const whole = join(bytes, parts)
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true)
  if (tagAt(whole, 12) === 'VP8X') whole[20] = (whole[20] ?? 0) & ~METADATA_BITS
  return whole
}
