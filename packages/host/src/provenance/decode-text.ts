/** A text decoded from an encoding that may disguise a value. */
export interface DecodedText {
  text: string
  how: 'encoded' | 'reversed'
}

/** Encodings within encodings. */
const MAX_DEPTH = 3
/** Shorter ones hold fewer than 12 characters, or nothing that is found. */
const MIN_TOKEN = 16

const BASE64 = /[A-Za-z\d+/_-]{16,}/g
const BASE32 = /[A-Za-z2-7]{20,}/g
const PERCENT = /%[\dA-Fa-f]{2}/

/** Every way in which a text can be read, without the text itself; those of many characters first decoded, then turned round. */
export function* decodings(text: string, budget: { left: number }): Generator<DecodedText> {
  const seen = new Set<string>([text])
  const turned: DecodedText = { text: reversed(text), how: 'reversed' }
  const open: (DecodedText & { depth: number })[] = [
    { text, how: 'encoded', depth: 0 },
    { ...turned, depth: 0 },
  ]
  yield turned
  yield { text: rotated(text), how: 'encoded' }
  for (let next = open.shift(); next; next = open.shift()) {
    for (const decoded of readings(next.text)) {
      if (seen.has(decoded)) continue
      seen.add(decoded)
      budget.left -= decoded.length
      if (budget.left < 0) return
      const one = { text: decoded, how: next.how }
      yield one
      yield { text: reversed(decoded), how: 'reversed' }
      if (next.depth + 1 < MAX_DEPTH) open.push({ ...one, depth: next.depth + 1 })
    }
  }
}

function* readings(text: string): Generator<string> {
  if (PERCENT.test(text)) yield withoutPercent(text)
  const dense = text.replace(/\s+/g, '')
  for (const one of dense === text ? [text] : [text, dense]) yield* tokensOf(one)
  yield* byNumbers(text)
}

function* tokensOf(text: string): Generator<string> {
  for (const [token] of text.matchAll(BASE64))
    yield* asText(bitsOf(token, BASE64_DIGITS, 6), token.length)
  for (const [token] of text.matchAll(BASE32))
    yield* asText(bitsOf(token.toUpperCase(), BASE32_DIGITS, 5), token.length)
  const hex = text.replace(/\\x|0x|[\s:,;%_-]/gi, '')
  for (const [token] of hex.matchAll(/[\dA-Fa-f]{24,}/g))
    yield* asText(bitsOf(token.toLowerCase(), HEX_DIGITS, 4), token.length)
}

/** Codes of characters, in tens or in twos. */
function* byNumbers(text: string): Generator<string> {
  const bits = text.replace(/[\s,]+/g, '')
  if (bits.length >= 96 && /^[01]+$/.test(bits)) yield* asText(bitsOf(bits, '01', 1), bits.length)
  let found = ''
  for (const [number] of text.matchAll(/\d{2,3}/g)) {
    const code = Number(number)
    if (code >= 32 && code <= 255) found += String.fromCharCode(code)
  }
  if (found.length >= 12) yield found
}

const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE32_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const HEX_DIGITS = '0123456789abcdef'

interface Bits {
  values: number[]
  width: number
}

function bitsOf(token: string, digits: string, width: number): Bits {
  const url = digits === BASE64_DIGITS ? token.replaceAll('-', '+').replaceAll('_', '/') : token
  return { values: Array.from(url, (digit) => digits.indexOf(digit)), width }
}

/** The texts that the bits hold, beginning at any place where a byte may begin: a piece may be cut anywhere. */
function* asText({ values, width }: Bits, length: number): Generator<string> {
  if (length < MIN_TOKEN) return
  const offsets = width === 6 ? 4 : width === 5 ? 8 : 8 / width
  for (let offset = 0; offset < offsets; offset += 1) {
    const text = readable(bytesOf(values, offset, width))
    if (text !== null) yield text
  }
}

function bytesOf(values: readonly number[], offset: number, width: number): number[] {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (let at = offset; at < values.length; at += 1) {
    held = ((held << width) | ((values[at] ?? 0) & 63)) & 0xffff
    bits += width
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
  }
  return bytes
}

/** The bytes as UTF-8, if most of it is readable. */
function readable(bytes: readonly number[]): string | null {
  let good = 0
  for (const byte of bytes)
    if ((byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9 || byte >= 128)
      good += 1
  if (bytes.length < 8 || good < 0.9 * bytes.length) return null
  const text = decodeUtf8(bytes)
  const odd = text.split('\uFFFD').length - 1
  return odd > 0.1 * text.length ? null : text
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

const decodeUtf8 = (bytes: readonly number[]): string => utf8.decode(Uint8Array.from(bytes))

/** Replaces bytes in hex, of which several may make one character. */
const withoutPercent = (text: string): string =>
  text.replace(/(?:%[\dA-Fa-f]{2})+/g, (bytes) =>
    decodeUtf8(
      bytes
        .slice(1)
        .split('%')
        .map((two) => Number.parseInt(two, 16)),
    ),
  )

const reversed = (text: string): string => Array.from(text).reverse().join('')

/** ROT13, which is its own inverse. */
function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}
