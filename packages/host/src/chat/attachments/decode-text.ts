import type { TextEncoding } from '@gatehouse/domain/chats'
import { analyse } from 'chardet'

/** A text with the encoding that its bytes were read as. */
export interface DecodedText {
  text: string
  encoding: TextEncoding
}

/**
 * Reads bytes as text: by their byte order mark, as UTF-8, as UTF-32 or UTF-16 without a mark, and else in the encoding that is
 * likely (a guess, which the person can change).
 * @returns undefined for bytes that are no text in any of them
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  for (const encoding of likelyEncodings(bytes)) {
    const text = decodeTextAs(bytes, encoding)
    if (text !== undefined && !text.includes('\0')) return { text, encoding }
  }
  return undefined
}

/** @returns undefined where a byte is invalid in that encoding */
export function decodeTextAs(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    if (encoding === 'utf-32le' || encoding === 'utf-32be')
      return decodeUtf32(bytes, encoding === 'utf-32le')
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return encoding === 'windows-1252' ? withoutLatin1Controls(text) : text
  } catch {
    return undefined
  }
}

/** Characters of windows-1252 from 0x80 to 0x9F. The control characters are those of bytes that have none. */
const WINDOWS_1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

/** Node reads windows-1252 as ISO 8859-1, which has control characters there (seen in 20.18 and 24). */
const withoutLatin1Controls = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one)

/** In the order in which they are tried. */
function likelyEncodings(bytes: Uint8Array): TextEncoding[] {
  const mark = MARKS.find(({ begin }) => begin.every((byte, at) => bytes[at] === byte))
  if (mark) return [mark.encoding]
  const wide = unmarkedUtf32(bytes) ?? unmarkedUtf16(bytes)
  if (wide) return [wide]
  return hasControlBytes(bytes) ? ['utf-8'] : ['utf-8', ...guess(bytes)]
}

/** Byte order marks, the longer of two that begin alike first. */
const MARKS: readonly { begin: readonly number[]; encoding: TextEncoding }[] = [
  { begin: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { begin: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { begin: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { begin: [0xff, 0xfe], encoding: 'utf-16le' },
  { begin: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Control characters that no text has; tabs, ends of lines and pages, escapes and the old mark of the end are none. */
const CONTROLS = new Set(
  Array.from({ length: 32 }, (_, code) => code).filter(
    (code) => ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b].includes(code),
  ),
)

/** Bytes of a file that are looked at for a guess. */
const SAMPLE = 65_536

/** No character is beyond U+10FFFF: of each four bytes one is zero, and the one beside it nearly always. */
function unmarkedUtf32(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes.length % 4 !== 0 || bytes.length < 8) return undefined
  const encoding = bytes[3] === 0 ? 'utf-32le' : 'utf-32be'
  const text = decodeTextAs(bytes.subarray(0, SAMPLE), encoding)
  return text !== undefined && isText(text) ? encoding : undefined
}

/** Characters that texts have: no control, private or unassigned ones. */
const isText = (text: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\s]*$/u.test(text)

/** Units from which on a text of few small characters is told from other data. */
const ENOUGH = 16

/**
 * Every other byte is zero in most texts of many languages, and in others at spaces, digits and ends of lines alone.
 */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = sample.length / 2
  if (bytes.length % 2 === 1 || half < 2) return undefined
  const least = half < ENOUGH ? half / 3 : 0
  // A few letters of other scripts have a zero in the other byte.
  if (Math.max(even, odd) <= Math.max(least, 3 * Math.min(even, odd))) return undefined
  const encoding = even < odd ? 'utf-16le' : 'utf-16be'
  // Small numbers in two bytes each look the same.
  const text = decodeTextAs(bytes.subarray(0, SAMPLE), encoding) ?? '\0'
  return isText(text) ? encoding : undefined
}

function hasControlBytes(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 32 && CONTROLS.has(byte)) return true
  return false
}

/** The detector's names of encodings, and which of ours reads each. */
const DETECTED: Readonly<Record<string, TextEncoding>> = {
  'ISO-2022-JP': 'iso-2022-jp',
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-7': 'iso-8859-7',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'KOI8-R': 'koi8-r',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'windows-1258': 'windows-1258',
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
}

/** From here on the detector is believed (0 to 100); below it a text is short, and it hardly more than counts. */
const BELIEVED = 40

/** The likely ones first, and last the one in which every byte but five is a character. */
function guess(bytes: Uint8Array): TextEncoding[] {
  const sample = bytes.subarray(0, SAMPLE)
  const found = analyse(sample)
  const isBelieved = (found[0]?.confidence ?? 0) >= BELIEVED
  return [
    ...(isBelieved ? [] : byCommonCharacters(sample)),
    ...found.flatMap(({ name }) => DETECTED[name] ?? []),
    'windows-1252',
  ]
}

/**
 * Where the frequent characters of an encoding with two bytes a character stand: the first level of GB 2312, Big5,
 * JIS X 0208 and the syllables of KS X 1001. One whose range is within that of another comes first.
 */
const COMMON: readonly {
  encoding: TextEncoding
  isLead: (lead: number) => boolean
  isTrail: (trail: number) => boolean
}[] = [
  { encoding: 'euc-kr', isLead: between(0xb0, 0xc8), isTrail: between(0xa1, 0xfe) },
  { encoding: 'gb18030', isLead: between(0xb0, 0xd7), isTrail: between(0xa1, 0xfe) },
  {
    encoding: 'euc-jp',
    isLead: (lead) => between(0xa4, 0xa5)(lead) || between(0xb0, 0xcf)(lead),
    isTrail: between(0xa1, 0xfe),
  },
  { encoding: 'big5', isLead: between(0xa4, 0xc6), isTrail: between(0x40, 0xfe) },
  {
    encoding: 'shift_jis',
    isLead: (lead) => between(0x82, 0x83)(lead) || between(0x88, 0x97)(lead),
    isTrail: between(0x40, 0xfc),
  },
]

function between(first: number, last: number): (byte: number) => boolean {
  return (byte) => byte >= first && byte <= last
}

/** Encodings of which most pairs are frequent characters, the one with the most first. */
function byCommonCharacters(bytes: Uint8Array): TextEncoding[] {
  return COMMON.map((one) => ({ ...one, share: shareOfCommon(bytes, one) }))
    .filter(({ share }) => share >= 0.7)
    .toSorted((one, other) => other.share - one.share)
    .map(({ encoding }) => encoding)
}

function shareOfCommon(
  bytes: Uint8Array,
  { isLead, isTrail }: Pick<(typeof COMMON)[number], 'isLead' | 'isTrail'>,
): number {
  let pairs = 0
  let common = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    pairs += 1
    at += 1
    if (isLead(lead) && isTrail(bytes[at] ?? 0)) common += 1
  }
  return pairs < 2 ? 0 : common / pairs
}

/** Characters that become a string at once. */
const AT_ONCE = 8192

/** @throws {RangeError} for what is no whole number of characters, or no character */
function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  if (bytes.length % 4 !== 0) throw new RangeError('A character is cut.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  let codes: number[] = []
  const flush = (): void => {
    parts.push(String.fromCodePoint(...codes))
    codes = []
  }
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, isLittleEndian)
    if (code >= 0xd800 && code <= 0xdfff) throw new RangeError('Half a pair is no character.')
    if (at > 0 || code !== 0xfeff) codes.push(code)
    if (codes.length === AT_ONCE) flush()
  }
  flush()
  return parts.join('')
}
