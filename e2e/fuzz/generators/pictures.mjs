// Pictures that lie about themselves, as base64; plain JavaScript, because the server under
// `servers` makes them too, on Node 20 with no build step.
import { deflateSync } from 'node:zlib'

/** @typedef {import('../random.mjs').Random} Random */

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

/** @param {Buffer} bytes */
function crc32(bytes) {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}

/**
 * A PNG of one grey, one bit a pixel, so that 20,000 x 20,000 of them take 50 kB.
 * @param {number} width @param {number} height @param {number} [rows] rows that are really there
 */
function png(width, height, rows = height) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** @param {number} width @param {number} height @param {number} frames */
function gif(width, height, frames) {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const loop = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  const frame = Buffer.from('!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  return Buffer.concat([
    head,
    loop,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
}

/** @param {number} times */
const svg = (times) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><script>globalThis.__attacked=true</script>${'<g>'.repeat(times)}</svg>`,
  )

/**
 * A picture that is too large, cut, moving, or something else than it says.
 * @param {Random} random
 * @returns {{ data: string, mimeType: string }}
 */
export function evilPicture(random) {
  const large = random.pick([5000, 12_000, 20_000])
  const [bytes, type] = random.pick([
    () => /** @type {const} */ ([png(large, large), 'image/png']),
    () => /** @type {const} */ ([png(60_000, 60_000, 1), 'image/png']),
    () => /** @type {const} */ ([png(16_384, 1), 'image/png']),
    () => /** @type {const} */ ([png(0, 0, 1), 'image/png']),
    () => /** @type {const} */ ([png(200, 200), 'image/png']),
    () => /** @type {const} */ ([png(900, 900).subarray(0, 60), 'image/png']),
    () => /** @type {const} */ ([png(300, 300), 'image/jpeg']),
    () => /** @type {const} */ ([gif(40_000, 40_000, 3), 'image/gif']),
    () => /** @type {const} */ ([gif(64, 64, 3000), 'image/gif']),
    () => /** @type {const} */ ([svg(3000), 'image/svg+xml']),
    () => /** @type {const} */ ([Buffer.from('<h1>no picture</h1>'), 'image/webp']),
    () => /** @type {const} */ ([Buffer.alloc(200_000, 0xff), 'image/jpeg']),
  ])()
  return { data: bytes.toString('base64'), mimeType: type }
}
