// Without a schema library: forms check names as they are typed.
import { lookalikes } from './lookalikes.ts'

/*
 * What cannot be seen in a name, or looks like a plain blank and is none: control, format and private
 * characters, line separators, lone surrogates, variation selectors, blank letters and fillers.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800]|\u{16FE4}|\u{1D159}/u

const everyUnseen = new RegExp(unseen, 'gu')

/** The first character of a name that a person cannot see, as its code point; undefined = none. */
export function firstInvisible(name: string): number | undefined {
  return unseen.exec(name)?.[0].codePointAt(0)
}

/** Counts the characters of a text that a person cannot see, line breaks included. */
export function countInvisible(text: string): number {
  let count = 0
  everyUnseen.lastIndex = 0
  while (everyUnseen.test(text)) count += 1
  return count
}

/** The characters of a text that a person cannot see, in their order. */
export function invisibleIn(text: string): readonly string[] {
  return text.match(everyUnseen) ?? []
}

/** The name as a person sees it. */
export function withoutInvisible(name: string): string {
  return name.replace(everyUnseen, '')
}

/** 'U+200B'. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}

// What looks the same inside ASCII; the digits and the bar as the Unicode data has them.
const ascii: readonly (readonly [string, string])[] = [
  ['0', 'O'],
  ['1', 'l'],
  ['I', 'l'],
  ['|', 'l'],
  ['m', 'rn'],
]

let table: ReadonlyMap<string, string> | undefined

function lookalikeTable(): ReadonlyMap<string, string> {
  if (table) return table
  const read = new Map(ascii)
  for (const [looksLike, codePoints] of lookalikes) {
    let codePoint = 0
    for (const distance of codePoints.split(' ')) {
      codePoint += Number.parseInt(distance, 36)
      read.set(String.fromCodePoint(codePoint), looksLike)
    }
  }
  table = read
  return read
}

/** Accents and other marks on letters of the alphabets that are mistaken for each other. */
const marks = /[\u0300-\u036F]/gu

function mapped(text: string): string {
  const known = lookalikeTable()
  const bare = text.normalize('NFKC').normalize('NFD').replace(marks, '')
  return Array.from(bare, (character) => known.get(character) ?? character).join('')
}

/** The skeleton of a name (in the manner of UTS #39): without marks, case and spare blanks. */
function skeleton(name: string): string {
  const visible = withoutInvisible(name)
  const looks = mapped(mapped(visible).toLowerCase()).toLowerCase()
  return looks.replace(/\s+/gu, ' ').trim()
}

/** The skeletons of a tool's name, without separators of words; names that share one can be confused. */
export function confusableKeys(name: string): readonly string[] {
  const bare = (text: string): string => skeleton(text).replaceAll(/[\s_.-]/g, '')
  return [...new Set([bare(name), bare(name.toLowerCase())])]
}

/** True if a person could mistake one name for the other; equal names included. */
export function areLookalikes(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true
  const skeletons = new Set([skeleton(one), skeleton(one.toLowerCase())])
  return skeletons.has(skeleton(other)) || skeletons.has(skeleton(other.toLowerCase()))
}
