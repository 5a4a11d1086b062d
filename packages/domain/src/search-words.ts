import type { Snippet } from './search.ts'

/** Scripts written without spaces: each character is a word of its own, and a word of the reader's a row of them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORD = /[\p{L}\p{N}\p{Co}]/u

/** One word of a search: a beginning of a word, or characters that follow each other. */
export type SearchTerm = { kind: 'prefix'; text: string } | { kind: 'row'; characters: string[] }

/** A text with a space around every character of a script that has none, so that words are found in it. */
export function spacedText(text: string): string {
  let spaced = ''
  for (const character of text) spaced += UNSPACED.test(character) ? ` ${character} ` : character
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
    } else if (WORD.test(character)) {
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

/** The stretch of a text around the first of the terms, with every term in it marked. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Snippet {
  const { folded, places } = fold(text.slice(0, MAX_LOOKED))
  const found = terms.flatMap((term) => placesOf(folded, term))
  const first = Math.min(...found.map(([start]) => start))
  const from = Number.isFinite(first) ? startOfWord(folded, Math.max(0, first - BEFORE)) : 0
  const to = Math.min(folded.length, from + LENGTH)
  const cut = text.slice(places[from] ?? 0, places[to] ?? text.length)
  const base = places[from] ?? 0
  const head = from > 0 ? '…' : ''
  const marks = merged(
    found
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [(places[start] ?? 0) - base, (places[end] ?? 0) - base]),
  )
  const tail = (places[to] ?? text.length) < text.length ? '…' : ''
  return {
    text: `${head}${cut.replace(/\s/gu, ' ')}${tail}`,
    marks: marks.map(([start, end]) => [start + head.length, end + head.length]),
  }
}

/** A text without case and marks, one character for each that is searched; `places` lead back into the text. */
function fold(text: string): { folded: string[]; places: number[] } {
  const folded: string[] = []
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = plainOf(character)
    // A combining mark belongs to the character before it.
    if (plain !== '') {
      folded.push(plain)
      places.push(at)
    }
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

function plainOf(character: string): string {
  if (character <= '\u007f') return character.toLowerCase()
  return character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function placesOf(folded: readonly string[], term: SearchTerm): [number, number][] {
  const wanted = Array.from(term.kind === 'prefix' ? term.text : term.characters.join(''))
    .map(plainOf)
    .filter((character) => character !== '')
  const found: [number, number][] = []
  if (wanted.length === 0) return found
  for (let at = 0; at + wanted.length <= folded.length; at += 1) {
    if (term.kind === 'prefix' && at > 0 && isInWord(folded[at - 1] ?? '')) continue
    if (wanted.every((character, n) => folded[at + n] === character))
      found.push([at, at + wanted.length])
  }
  return found
}

const isInWord = (character: string): boolean => WORD.test(character) && !UNSPACED.test(character)

/** A snippet begins with a whole word, unless that is far. */
function startOfWord(folded: readonly string[], from: number): number {
  if (from === 0) return 0
  for (let at = from; at < from + BEFORE / 2; at += 1)
    if (!isInWord(folded[at - 1] ?? '')) return at
  return from
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
