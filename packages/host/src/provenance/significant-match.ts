import { commonWords } from './common-words.ts'
import { isWordStart, type FoldedText } from './fold-text.ts'
import { NGRAM_LENGTH } from './ngram-index.ts'

/** A match this long is reported whatever its words are. */
const LONG = 40
/** Different characters that a match must have: rows of zeros are in many texts. */
const MIN_DIFFERENT = 6
/** Letters that part of a word must have: two words may well begin or end alike. */
const MIN_CUT = 16

/** Words of the person count as common: the person brought them into the chat. */
export type IsOrdinary = (word: string) => boolean

export interface MatchInSource {
  from: number
  length: number
}

/**
 * True if a common substring shows that one text comes from the other: at least 12 of its characters are in
 * uncommon words, or it is long. Texts of the same language share "please let me know if" without either coming
 * from the other.
 */
export function isSignificantMatch(
  source: FoldedText,
  { from, length }: MatchInSource,
  isOrdinary: IsOrdinary,
): boolean {
  const { units } = source
  if (!isVaried(source, { from, length })) return false
  if (length >= LONG) return true
  let count = 0
  let begin = from
  for (let at = from + 1; at <= from + length; at += 1) {
    const isEnd = at === from + length
    if (!isEnd && !isWordStart(source, at)) continue
    const isCut =
      !isWordStart(source, begin) || (isEnd && at < units.length && !isWordStart(source, at))
    count += weightOf(textOf(units, begin, at), { isCut, isOrdinary })
    begin = at
  }
  return count >= NGRAM_LENGTH
}

/** True if a common substring is more than one common word: `documentation` is in many texts and addresses. */
export function isMoreThanAWord(source: FoldedText, { from, length }: MatchInSource): boolean {
  if (!isVaried(source, { from, length })) return false
  for (let at = from + 1; at < from + length; at += 1) if (isWordStart(source, at)) return true
  return !isOrdinaryForm(textOf(source.units, from, from + length), () => false)
}

function isVaried({ units }: FoldedText, { from, length }: MatchInSource): boolean {
  const different = new Set<number>()
  const look = Math.min(length, 4 * LONG)
  for (let at = from; at < from + look; at += 1) different.add(units[at] ?? 0)
  return different.size >= MIN_DIFFERENT
}

function weightOf(
  word: string,
  { isCut, isOrdinary }: { isCut: boolean; isOrdinary: IsOrdinary },
): number {
  const hasDigit = /\d/.test(word)
  if (hasDigit && /^\d+$/.test(word)) return word.length >= 5 ? word.length : 0
  if (hasDigit) return word.length
  if (isCut && /^[a-z]+$/.test(word)) return word.length >= MIN_CUT ? word.length : 0
  return word.length <= 2 && /^[a-z]+$/.test(word)
    ? 0
    : isOrdinaryForm(word, isOrdinary)
      ? 0
      : word.length
}

/** True if a word is common, also with an English ending. */
function isOrdinaryForm(word: string, isOrdinary: IsOrdinary): boolean {
  const isKnown = (one: string): boolean => commonWords().has(one) || isOrdinary(one)
  if (isKnown(word)) return true
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    if (stem.length >= 3 && (isKnown(stem) || isKnown(`${stem}e`) || isKnown(`${stem}y`)))
      return true
    if (stem.length >= 4 && stem.at(-1) === stem.at(-2) && isKnown(stem.slice(0, -1))) return true
  }
  return false
}

const ENDINGS = [
  's',
  'es',
  'd',
  'ed',
  'ing',
  'ly',
  'er',
  'ers',
  'ies',
  'ied',
  'ment',
  'ments',
  'able',
]

function textOf(units: Uint8Array | Uint16Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at += 1) text += String.fromCharCode(units[at] ?? 0)
  return text
}
