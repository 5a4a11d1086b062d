/** Anthropic's limits of one picture: characters of base64, and pixels of an edge. */
const MAX_BASE64 = 5 * 1024 * 1024
const MAX_EDGE = 8000
/** Characters of a JPEG to search: its size stands behind metadata, seldom behind more than this. */
const MAX_HEAD_BASE64 = 400_000

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

interface Header {
  mediaType: string
  width: number
  height: number
}

/** Markers of a JPEG's frame, which holds its size: not DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegHeader(bytes: Buffer): Header | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker))
      return {
        mediaType: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webpHeader(bytes: Buffer): Header | undefined {
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8 ':
      return {
        mediaType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21)
      return { mediaType, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}

function headerOf(bytes: Buffer): Header | undefined {
  if (bytes.length < 30) return undefined
  const begin = bytes.toString('latin1', 0, 16)
  if (begin.startsWith('\x89PNG\r\n\x1a\n') && begin.endsWith('IHDR'))
    return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (begin.startsWith('GIF87a') || begin.startsWith('GIF89a'))
    return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (begin.startsWith('RIFF') && begin.startsWith('WEBP', 8)) return webpHeader(bytes)
  return begin.startsWith('\xff\xd8\xff') ? jpegHeader(bytes) : undefined
}

/**
 * The type that a picture has by its first bytes, whatever its server calls it; undefined when Anthropic
 * would refuse it. It stays in the chat, so a refused picture would be refused with every later request.
 */
export function sendablePicture(base64: string): string | undefined {
  if (base64.length > MAX_BASE64 || base64.length % 4 !== 0 || !BASE64.test(base64))
    return undefined
  const header = headerOf(Buffer.from(base64.slice(0, MAX_HEAD_BASE64), 'base64'))
  if (header === undefined) return undefined
  const { mediaType, width, height } = header
  const isEdge = (pixels: number) => pixels >= 1 && pixels <= MAX_EDGE
  return isEdge(width) && isEdge(height) ? mediaType : undefined
}
