import type { EncodedForm } from './find-secrets.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Shorter parts of base64 stand in other texts by chance. */
const MIN_BASE64 = 8

/**
 * The forms in which a secret may come back: as it is, escaped in JSON or markup, encoded in a URL or a
 * form, and in base64, alone or amid other bytes.
 */
export function encodedFormsOf(secret: string): EncodedForm[] {
  const quoted = JSON.stringify(secret).slice(1, -1)
  const encoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, ''))
  const everyByte = bytesOf(encoded)
  const twice = JSON.stringify(quoted).slice(1, -1)
  const slashed = quoted.replaceAll('/', String.raw`\/`)
  const plain = [secret, quoted, twice, asciiOf(quoted), slashed, ...inMarkup(secret)]
  const inAddress = [encoded, encoded.replaceAll('%20', '+'), strict(encoded), percents(everyByte)]
  const inBase64 = [0, 1, 2].flatMap((before) => base64Core(everyByte, before))
  return [
    ...plain.map((text) => ({ text })),
    ...inAddress.map((text) => ({ text, isEncoded: true })),
    ...inBase64.map((text) => ({ text })),
  ]
}

/** Escaped for HTML and XML; encoders differ in how they write quotes. */
function inMarkup(secret: string): string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    text,
    text.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    text.replaceAll('"', '&#34;').replaceAll("'", '&#x27;'),
    text.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ]
}

/** With the characters that encoders of forms and of RFC 3986 encode too. */
function strict(encoded: string): string {
  return encoded.replace(/[!'()*~]/g, (sign) => `%${hex(sign.charCodeAt(0), 2).toUpperCase()}`)
}

/** Escaped as by serialisers that write ASCII only. */
function asciiOf(quoted: string): string {
  return quoted.replace(/[^\0-\x7f]/g, (sign) => `\\u${hex(sign.charCodeAt(0), 4)}`)
}

function percents(bytes: readonly number[]): string {
  return bytes.map((byte) => `%${hex(byte, 2)}`).join('')
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** The UTF-8 bytes of a percent-encoded text. */
function bytesOf(encoded: string): number[] {
  const bytes: number[] = []
  for (let at = 0; at < encoded.length; at += 1) {
    if (encoded[at] === '%') {
      bytes.push(Number.parseInt(encoded.slice(at + 1, at + 3), 16))
      at += 2
    } else bytes.push(encoded.charCodeAt(at))
  }
  return bytes
}

/**
 * The base64 and base64url digits of these bytes that do not depend on the bytes around them, when
 * `before` bytes of a group of three come first. None when they are too few.
 */
function base64Core(bytes: readonly number[], before: number): string[] {
  const first = Math.ceil((before * 8) / 6)
  let core = ''
  let bits = 0
  let count = before * 8
  let at = 0
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff
    count += 8
    for (; count >= 6; at += 1) {
      count -= 6
      if (at >= first) core += DIGITS[(bits >> count) & 63] ?? ''
    }
  }
  if (core.length < MIN_BASE64) return []
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
}
