import { yieldIfBudgetSpent } from '@gatehouse/base'
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
export async function decodeText(bytes: Uint8Array): Promise<DecodedText | undefined> {
  for await (const encoding of likelyEncodings(bytes)) {
    const text = await decodeTextAs(bytes, encoding)
    if (text !== undefined && !text.includes('\0')) return { text, encoding }
  }
  return undefined
}

/** Bytes that are decoded without a pause. A whole number of characters of UTF-32. */
const PIECE = 65_536

/** @returns undefined where a byte is invalid in that encoding */
export async function decodeTextAs(
  bytes: Uint8Array,
  encoding: TextEncoding,
): Promise<string | undefined> {
  const decode = decoderOf(encoding)
  const texts: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await yieldIfBudgetSpent()
    const text = decode(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return texts.join('')
}

/** Decodes the pieces of a text in their order; undefined where a byte is invalid. */
type Decode = (piece: Uint8Array, isLast: boolean) => string | undefined

function decoderOf(encoding: TextEncoding): Decode {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return utf32Decoder(encoding)
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece, isLast) => {
    try {
      const text = decoder.decode(piece, { stream: !isLast })
      return encoding === 'windows-1252' ? withoutLatin1Controls(text) : text
    } catch {
      return undefined
    }
  }
}

/** The beginning of a text, of which the last character may be cut. */
const decodeSample = (bytes: Uint8Array, encoding: TextEncoding): string | undefined =>
  decoderOf(encoding)(bytes.subarray(0, SAMPLE), bytes.length <= SAMPLE)

/** Characters of windows-1252 from 0x80 to 0x9F. The control characters are those of bytes that have none. */
const WINDOWS_1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

/** Node reads windows-1252 as ISO 8859-1, which has control characters there (seen in 20.18 and 24). */
const withoutLatin1Controls = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one)

/** In the order in which they are tried. A guess takes time, and is made only if the text needs one. */
async function* likelyEncodings(bytes: Uint8Array): AsyncGenerator<TextEncoding, void> {
  const mark = MARKS.find(({ begin }) => begin.every((byte, at) => bytes[at] === byte))
  const certain = mark?.encoding ?? unmarkedUtf32(bytes) ?? unmarkedUtf16(bytes)
  yield certain ?? 'utf-8'
  if (!certain && !(await hasControlBytes(bytes))) yield* guess(bytes)
}

/** Byte order marks, the longer of two that begin alike first. */
const MARKS: readonly { begin: readonly number[]; encoding: TextEncoding }[] = [
  { begin: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { begin: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { begin: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { begin: [0xff, 0xfe], encoding: 'utf-16le' },
  { begin: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Tabs, ends of lines and pages, the old mark of the end and escapes. No text has other control characters. */
const CONTROLS_OF_TEXT = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]

/** Bytes at the beginning of a file that show if it is UTF-16 or UTF-32. */
const SAMPLE = 65_536

/** No character is beyond U+10FFFF: of each four bytes one is zero, and the one beside it nearly always. */
function unmarkedUtf32(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes.length % 4 !== 0 || bytes.length < 8) return undefined
  const encoding = bytes[3] === 0 ? 'utf-32le' : 'utf-32be'
  const text = decodeSample(bytes, encoding)
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
  for (let at = sample.indexOf(0); at >= 0; at = sample.indexOf(0, at + 1))
    zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = sample.length / 2
  if (bytes.length % 2 === 1 || half < 2) return undefined
  const least = half < ENOUGH ? half / 3 : 0
  // A few letters of other scripts have a zero in the other byte.
  if (Math.max(even, odd) <= Math.max(least, 3 * Math.min(even, odd))) return undefined
  const encoding = even < odd ? 'utf-16le' : 'utf-16be'
  // Small numbers in two bytes each look the same.
  const text = decodeSample(bytes, encoding) ?? '\0'
  return isText(text) ? encoding : undefined
}

async function hasControlBytes(bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await yieldIfBudgetSpent()
    const isControl = (byte: number): boolean => byte < 32 && !CONTROLS_OF_TEXT.includes(byte)
    if (bytes.subarray(at, at + PIECE).some(isControl)) return true
  }
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

/** Bytes that a guess is made from, and those of them that may stand in a line before a byte that is no ASCII. */
const GUESSED_FROM = { bytes: 8192, before: 1024 }

const LINE_END = 0x0a

/** The first lines that are not ASCII: the others show nothing of an encoding. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(GUESSED_FROM.bytes)
  let length = 0
  let lineEnd = 0
  for (let at = 0; at < bytes.length && length < sample.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    const lineStart = bytes.lastIndexOf(LINE_END, at) + 1
    const from = Math.max(lineEnd, lineStart, at - GUESSED_FROM.before)
    const end = bytes.indexOf(LINE_END, at)
    lineEnd = end < 0 ? bytes.length : end + 1
    const line = bytes.subarray(from, Math.min(lineEnd, from + sample.length - length))
    sample.set(line, length)
    length += line.length
    at = lineEnd - 1
  }
  return sample.subarray(0, length)
}

/** The likely ones first, and last the one in which every byte but five is a character. */
function guess(bytes: Uint8Array): TextEncoding[] {
  const sample = sampleOf(bytes)
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

function utf32Decoder(encoding: 'utf-32le' | 'utf-32be'): Decode {
  let isFirst = true
  return (piece) => {
    if (piece.length % 4 !== 0) return undefined
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength)
    let text = ''
    let codes: number[] = []
    for (let at = 0; at < piece.length; at += 4) {
      const code = view.getUint32(at, encoding === 'utf-32le')
      // Half a pair is no character.
      if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
      if (!isFirst || code !== 0xfeff) codes.push(code)
      isFirst = false
      if (codes.length < AT_ONCE && at + 4 < piece.length) continue
      text += String.fromCodePoint(...codes)
      codes = []
    }
    return text
  }
}
