import { readPicture, type PictureFacts } from '@gatehouse/domain/picture'

/** A picture beyond these is not decoded: 24 megapixels take about 100 MB of memory. */
export const MAX_PIXELS = 24_000_000
export const MAX_EDGE = 16_384
/** Each frame of what moves is decoded again and again. */
const MAX_MOVING_PIXELS = 4_000_000
const MAX_PIXELS_OF_ALL_FRAMES = 1_000_000_000
/** A progressive JPEG of thousands of scans holds its decoder for minutes. */
const MAX_SCANS = 64
/** Characters of base64; about 16 MiB of bytes, as much as one message of a server. */
const MAX_BASE64 = 22_500_000
export const MAX_BYTES = (MAX_BASE64 / 4) * 3

/** Drawn sixteen dots wide, so nothing is lost. */
const MAX_ICON_EDGE = 1024

export type PictureCheck =
  | { kind: 'drawable'; facts: PictureFacts }
  | { kind: 'too-large'; facts: PictureFacts }
  | { kind: 'moves-too-much'; facts: PictureFacts }
  /** Not a picture that is drawn here, whatever type was declared. */
  | { kind: 'unknown' }

/** Judges a picture in base64 before anything decodes it. */
export function checkPictureLimits(data: string): PictureCheck {
  const bytes = data.length > MAX_BASE64 ? null : decodeBase64(data)
  return bytes ? checkByteLimits(bytes) : { kind: 'unknown' }
}

/** Judges a picture by its bytes before anything decodes it. */
export function checkByteLimits(bytes: Uint8Array): PictureCheck {
  const facts = bytes.length > MAX_BYTES ? null : readPicture(bytes)
  if (!facts) return { kind: 'unknown' }
  const { width, height, frames, scans } = facts
  const pixels = width * height
  if (width > MAX_EDGE || height > MAX_EDGE || pixels > MAX_PIXELS)
    return { kind: 'too-large', facts }
  const moves = frames > 1
  if (
    scans > MAX_SCANS ||
    (moves && (pixels > MAX_MOVING_PIXELS || pixels * frames > MAX_PIXELS_OF_ALL_FRAMES))
  )
    return { kind: 'moves-too-much', facts }
  return { kind: 'drawable', facts }
}

/** True if a picture in an address is small and still enough to stand beside a name. */
export function isDrawableIcon(address: string): boolean {
  const data = /^data:image\/[\w.+-]+;base64,/i.exec(address)
  if (!data) return false
  const inspection = checkPictureLimits(address.slice(data[0].length))
  if (inspection.kind !== 'drawable') return false
  const { width, height, frames } = inspection.facts
  return frames === 1 && width <= MAX_ICON_EDGE && height <= MAX_ICON_EDGE
}

/** `atob` refuses all that the reader of a data address would take otherwise, such as `%41`. */
function decodeBase64(data: string): Uint8Array | null {
  try {
    const text = atob(data)
    const bytes = new Uint8Array(text.length)
    for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
    return bytes
  } catch {
    return null
  }
}
