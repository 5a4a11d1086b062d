/** Headers of pictures of each kind, byte by byte, without their pixels. */
const be32 = (value: number) => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]
const be16 = (value: number) => [(value >>> 8) & 255, value & 255]
const le16 = (value: number) => [value & 255, (value >>> 8) & 255]
export const le24 = (value: number) => [...le16(value), (value >>> 16) & 255]
export const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)]
export const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

export const chunk = (kind: string, data: number[]) => [
  ...be32(data.length),
  ...ascii(kind),
  ...data,
  0,
  0,
  0,
  0,
]
export const ihdr = (width: number, height: number) =>
  chunk('IHDR', [...be32(width), ...be32(height), 8, 0, 0, 0, 0])
export const png = (...chunks: number[][]) => [
  0x89,
  ...ascii('PNG\r\n'),
  0x1a,
  0x0a,
  ...chunks.flat(),
]
export const frame = (width: number, height: number, x = 0) =>
  chunk('fcTL', [
    ...be32(0),
    ...be32(width),
    ...be32(height),
    ...be32(x),
    ...be32(0),
    0,
    1,
    0,
    1,
    0,
    0,
  ])

export const segment = (marker: number, data: number[]) => [
  0xff,
  marker,
  ...be16(data.length + 2),
  ...data,
]
export const sof = (width: number, height: number, marker = 0xc0) =>
  segment(marker, [8, ...be16(height), ...be16(width), 1, 1, 0x11, 0])
export const sos = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 2, 0xff, 0x00, 3]
export const jpeg = (...parts: number[][]) => [0xff, 0xd8, ...parts.flat(), 0xff, 0xd9]

export const gifFrame = (width: number, height: number) => [
  0x2c,
  ...le16(0),
  ...le16(0),
  ...le16(width),
  ...le16(height),
  0,
  2,
  1,
  0,
  0,
]
export const gif = (width: number, height: number, ...frames: number[][]) => [
  ...ascii('GIF89a'),
  ...le16(width),
  ...le16(height),
  0,
  0,
  0,
  ...frames.flat(),
  0x3b,
]

export const riff = (...chunks: number[][]) => [
  ...ascii('RIFF'),
  ...le32(4),
  ...ascii('WEBP'),
  ...chunks.flat(),
]
export const webpChunk = (kind: string, data: number[]) => [
  ...ascii(kind),
  ...le32(data.length),
  ...data,
]
export const vp8x = (width: number, height: number) =>
  webpChunk('VP8X', [0, 0, 0, 0, ...le24(width - 1), ...le24(height - 1)])
export const vp8 = (width: number, height: number) =>
  webpChunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le16(width), ...le16(height)])
export const vp8l = (width: number, height: number) =>
  webpChunk('VP8L', [0x2f, ...le32(((height - 1) << 14) | (width - 1)), 0, 0, 0, 0, 0])
