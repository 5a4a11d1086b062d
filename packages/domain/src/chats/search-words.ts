import type { Snippet } from './search.ts'

/** Scripts written without spaces: each character is a word of its own, and a word of the reader's a row of them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORD = /[\p{L}\p{N}\p{Co}]/u

/**
 * Begins what the index knows of an entry beside its words (its kind, its tool, …). No text of a message and
 * nothing that is typed contains it: it counts as a space there.
 */
export const SEARCH_MARK = '\u{E000}'

/** One word of a search: a beginning of a word, or characters that follow each other. */
export type SearchTerm = { kind: 'prefix'; text: string } | { kind: 'row'; characters: string[] }

/** A text with a space around every character of a script that has none, so that words are found in it. */
export function spacedText(text: string): string {
  let spaced = ''
  for (const character of text)
    if (character === SEARCH_MARK) spaced += ' '
    else spaced += UNSPACED.test(character) ? ` ${character} ` : character
  return spaced
}

/** The words of what a person typed, all of which must be there; nothing for punctuation alone. */
export function searchTerms(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  let word = ''
  let row: string[] = []
  const end = (): void => {
    if (word !== '') terms.push({ kind: 'prefix', text: word })
    if (row.length > 0) terms.push({ kind: 'row', characters: row })
    word = ''
    row = []
  }
  for (const character of query) {
    if (UNSPACED.test(character)) {
      if (word !== '') end()
      row.push(character)
    } else if (character !== SEARCH_MARK && WORD.test(character)) {
      if (row.length > 0) end()
      word += character
    } else end()
  }
  end()
  return terms
}

/** Characters before the first mark, and of the whole snippet. */
const BEFORE = 40
const LENGTH = 160
/** Characters of a text that are looked through. */
const MAX_LOOKED = 50_000

/** The excerpt of a text around the first of the terms, with every term in it marked. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const { folded, placeOf, found } = foldToFirst(text.slice(0, MAX_LOOKED), terms)
  const first = Math.min(...found.map(([start]) => start))
  const from = Number.isFinite(first) ? startOfWord(folded, Math.max(0, first - BEFORE)) : 0
  const to = wholeAt(folded, Math.min(folded.length, from + LENGTH))
  const base = placeOf(from)
  const cut = text.slice(base, placeOf(to))
  const head = from > 0 ? '…' : ''
  const marks = merged(
    found
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [placeOf(start) - base, placeOf(end) - base]),
  )
  const tail = placeOf(to) < text.length ? '…' : ''
  return {
    text: `${head}${cut.replace(/\s/gu, ' ')}${tail}`,
    marks: marks.map(([start, end]) => [start + head.length, end + head.length]),
  }
}

interface Folded {
  /** The text without case and marks. */
  folded: string
  /** The position in the text of a position in `folded`. */
  placeOf(place: number): number
}

/** Characters that are looked through at first; each time that nothing is found, four times as many. */
const FIRST_LOOK = 2000

/**
 * Folds the beginning of a text up to the first of the terms and its context, and finds all terms in it. A long
 * answer with a word at its beginning is not searched further.
 */
function foldToFirst(
  text: string,
  terms: readonly SearchTerm[],
): Folded & { found: [number, number][] } {
  for (let length = FIRST_LOOK; ; length *= 4) {
    const looked = fold(text.slice(0, length))
    const found = terms.flatMap((term) => placesOf(looked.folded, term))
    const first = Math.min(...found.map(([start]) => start))
    const isEnough = first + BEFORE + LENGTH <= looked.folded.length
    if (isEnough || length >= text.length) return { ...looked, found }
  }
}

/** Characters that take another form, or none, when they are folded one by one. */
const CHANGES_LENGTH = /[\p{M}\u03a3]/u

function fold(text: string): Folded {
  const lower = text.toLowerCase()
  const isPlain =
    lower.length === text.length && text.normalize('NFD') === text && !CHANGES_LENGTH.test(text)
  return isPlain ? { folded: lower, placeOf: (place) => place } : foldEach(text)
}

/** Folds a text with accents, one character after the other. */
function foldEach(text: string): Folded {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    // A combining mark belongs to the character before it.
    const plain = plainOf(character)
    for (let unit = 0; unit < plain.length; unit += 1) places.push(at)
    folded += plain
    at += character.length
  }
  places.push(at)
  return { folded, placeOf: (place) => places[place] ?? text.length }
}

function plainOf(character: string): string {
  if (character <= '\u007f') return character.toLowerCase()
  return character.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
}

function placesOf(folded: string, term: SearchTerm): [number, number][] {
  const wanted = Array.from(term.kind === 'prefix' ? term.text : term.characters.join(''))
    .map(plainOf)
    .join('')
  const found: [number, number][] = []
  if (wanted === '') return found
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (term.kind === 'prefix' && isInWord(characterBefore(folded, at))) continue
    found.push([at, at + wanted.length])
  }
  return found
}

function characterBefore(text: string, at: number): string {
  const unit = text.slice(Math.max(0, at - 1), at)
  return /[\uDC00-\uDFFF]/.test(unit) ? text.slice(Math.max(0, at - 2), at) : unit
}

const isInWord = (character: string): boolean => WORD.test(character) && !UNSPACED.test(character)

/** A snippet begins with a whole word, unless that is far. */
function startOfWord(folded: string, from: number): number {
  if (from === 0) return 0
  for (let at = from; at < from + BEFORE / 2; at += 1)
    if (!isInWord(characterBefore(folded, at))) return wholeAt(folded, at)
  return wholeAt(folded, from)
}

/** The place, or the one before it where a character of two units would be torn. */
function wholeAt(folded: string, place: number): number {
  return /[\uDC00-\uDFFF]/.test(folded[place] ?? '') ? place - 1 : place
}

/** Marks in order, those that touch as one. */
function merged(marks: number[][]): [number, number][] {
  const result: [number, number][] = []
  for (const [start = 0, end = 0] of marks.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
