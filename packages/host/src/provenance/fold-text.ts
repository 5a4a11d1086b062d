import { confusableKeys } from '@gatehouse/domain/text'

/**
 * A text as it is compared: letters and digits alone, in lower case, without marks, widths and characters that
 * cannot be seen, look-alikes of other alphabets as the Latin letter. Blanks, punctuation and the escapes of
 * JSON count as nothing, so neither a line break nor an inserted dash hides a value.
 */
export interface FoldedText {
  /** UTF-16 code units. */
  units: Uint8Array | Uint16Array
  /** A bit for each unit: a word of the original begins here. */
  starts: Uint8Array
}

/** A folded text with the position of each unit in the original. */
export interface PlacedText extends FoldedText {
  origins: Uint32Array
}

const DROPPED = -1
const BOUNDARY = -2
const SEVERAL = -3
const UNKNOWN = 0

/** The folding of each code unit of the basic plane; filled on first use. */
const known = new Int32Array(65_536)
/** Foldings to several units, and of characters beyond the basic plane. */
const several = new Map<number, readonly number[]>()

const BACKSLASH = 92
const LETTER_U = 117
/** Escapes of JSON that stand for a blank or punctuation. */
const ESCAPED = new Set(Array.from('nrtbf"\\/', (character) => character.charCodeAt(0)))

export function isWordStart({ starts }: FoldedText, at: number): boolean {
  return (((starts[at >> 3] ?? 0) >> (at & 7)) & 1) === 1
}

/** Folds a text that comes in pieces. */
export class TextFolder {
  readonly #readsEscapes: boolean
  #units = new Uint16Array(1024)
  #starts = new Uint8Array(128)
  #origins: Uint32Array | null
  #length = 0
  #taken = 0
  #isStart = true
  #isWide = false

  /** `escapes: false`: a backslash is punctuation as any other, and what is behind it stays. */
  constructor({ places = false, escapes = true } = {}) {
    this.#readsEscapes = escapes
    this.#origins = places ? new Uint32Array(1024) : null
  }

  /** Units so far. */
  get length(): number {
    return this.#length
  }

  /** The next piece begins a new word. */
  break(): void {
    this.#isStart = true
  }

  /** Nothing is found across this place. */
  part(): void {
    this.#put(0, 0)
    this.#isStart = true
  }

  add(text: string): void {
    for (let at = 0; at < text.length;) at += this.#take(text, at)
    this.#taken += text.length
  }

  finish(): PlacedText {
    const units = this.#isWide
      ? this.#units.slice(0, this.#length)
      : Uint8Array.from(this.#units.subarray(0, this.#length))
    const starts = this.#starts.slice(0, (this.#length >> 3) + 1)
    return { units, starts, origins: this.#origins?.slice(0, this.#length) ?? new Uint32Array(0) }
  }

  /** Takes one character; how many code units of the text it is. */
  #take(text: string, at: number): number {
    const unit = text.charCodeAt(at)
    if (unit >= 97 && unit <= 122) return this.#put(unit, at)
    if (unit >= 48 && unit <= 57) return this.#put(unit, at)
    if (unit >= 65 && unit <= 90) return this.#put(unit + 32, at)
    if (unit === BACKSLASH && this.#readsEscapes) return this.#takeEscape(text, at)
    if (unit < 128) {
      if (unit >= 32 || unit === 9 || unit === 10 || unit === 13) this.#isStart = true
      return 1
    }
    return this.#takeOther(text.codePointAt(at) ?? unit, at)
  }

  #takeEscape(text: string, at: number): number {
    const next = text.charCodeAt(at + 1)
    if (next === LETTER_U) {
      const code = Number.parseInt(text.slice(at + 2, at + 6), 16)
      if (Number.isInteger(code) && text.length >= at + 6) {
        if (code < 128) this.#take(String.fromCharCode(code === BACKSLASH ? 32 : code), 0)
        else this.#takeOther(code, at)
        return 6
      }
    }
    this.#isStart = true
    return ESCAPED.has(next) ? 2 : 1
  }

  #takeOther(code: number, at: number): number {
    const size = code > 0xffff ? 2 : 1
    const found = code > 0xffff ? SEVERAL : (known[code] ?? UNKNOWN)
    const folded = found === UNKNOWN ? foldAndRemember(code) : found
    if (folded > 0) this.#put(folded, at)
    else if (folded === BOUNDARY) this.#isStart = true
    else if (folded === SEVERAL) for (const unit of severalOf(code)) this.#put(unit, at)
    return size
  }

  #put(unit: number, at: number): number {
    if (this.#length === this.#units.length) this.#grow()
    if (this.#isStart) {
      const byte = this.#length >> 3
      this.#starts[byte] = (this.#starts[byte] ?? 0) | (1 << (this.#length & 7))
      this.#isStart = false
    }
    if (unit > 255) this.#isWide = true
    if (this.#origins) this.#origins[this.#length] = this.#taken + at
    this.#units[this.#length] = unit
    this.#length += 1
    return 1
  }

  #grow(): void {
    const size = this.#units.length * 2
    const units = new Uint16Array(size)
    units.set(this.#units)
    this.#units = units
    const starts = new Uint8Array(size >> 3)
    starts.set(this.#starts)
    this.#starts = starts
    if (!this.#origins) return
    const origins = new Uint32Array(size)
    origins.set(this.#origins)
    this.#origins = origins
  }
}

/** Folds a whole text at once; for short ones. */
export function foldText(text: string, options: { places?: boolean } = {}): PlacedText {
  const folder = new TextFolder(options)
  folder.add(text)
  return folder.finish()
}

export function unitsToText(units: Uint8Array | Uint16Array): string {
  let text = ''
  for (const unit of units) text += String.fromCharCode(unit)
  return text
}

function foldAndRemember(code: number): number {
  const units = unitsOf(code)
  const [first] = units ?? []
  if (units === null) known[code] = BOUNDARY
  else if (first === undefined) known[code] = DROPPED
  else if (units.length === 1) known[code] = first
  else {
    several.set(code, units)
    known[code] = SEVERAL
  }
  return known[code] ?? DROPPED
}

function severalOf(code: number): readonly number[] {
  const found = several.get(code) ?? unitsOf(code) ?? []
  if (several.size < 10_000) several.set(code, found)
  return found
}

/** `null`: it parts words. Empty: it is not there for a reader. */
function unitsOf(code: number): readonly number[] | null {
  const character = String.fromCodePoint(code)
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const looks = /^[a-z\d]*$/.test(plain) ? plain : (confusableKeys(character)[0] ?? '')
  const kept = looks.replace(/[^\p{L}\p{N}]/gu, '')
  if (kept !== '') return Array.from({ length: kept.length }, (_, at) => kept.charCodeAt(at))
  return /[\p{Z}\p{P}\p{S}]/u.test(character) ? null : []
}
