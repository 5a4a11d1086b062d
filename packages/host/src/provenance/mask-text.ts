import type { Yielder } from '@gatehouse/base'
import { isWordStart, type FoldedText } from './fold-text.ts'
import { SEPARATOR } from './ngram-index.ts'

type Units = FoldedText['units']

/** Units that are looked at between two looks at the time. */
const CHUNK = 16_384

/** A text that is looked for in others, in time linear in both (Knuth, Morris and Pratt 1977). */
export class TextPattern {
  readonly #units: Units
  /** For each unit, the length of the longest beginning of the pattern that ends there. */
  readonly #borders: Int32Array

  constructor(units: Units) {
    this.#units = units
    this.#borders = new Int32Array(units.length)
    for (let at = 1, length = 0; at < units.length; at += 1) {
      length = this.#next(length, units[at])
      this.#borders[at] = length
    }
  }

  get length(): number {
    return this.#units.length
  }

  /** Where it begins in a text, only at the begin of a word; matches do not overlap. */
  async find(text: FoldedText, pause: Yielder): Promise<number[]> {
    const found: number[] = []
    if (this.length === 0) return found
    let length = 0
    for (let at = 0; at < text.units.length; at += 1) {
      if (at % CHUNK === 0) await pause()
      length = this.#next(length, text.units[at])
      if (length < this.length) continue
      const begin = at - this.length + 1
      if (isWordStart(text, begin)) found.push(begin)
      length = isWordStart(text, begin) ? 0 : (this.#borders[length - 1] ?? 0)
    }
    return found
  }

  #next(length: number, unit: number | undefined): number {
    let left = length
    while (left > 0 && (left === this.length || this.#units[left] !== unit))
      left = this.#borders[left - 1] ?? 0
    return this.#units[left] === unit ? left + 1 : left
  }
}

/** The text with what lies at these places replaced by what no text has in common with another. */
export function masked(
  text: FoldedText,
  places: readonly number[],
  { length }: TextPattern,
): FoldedText {
  if (places.length === 0) return text
  const units = text.units.slice()
  for (const at of places) units.fill(SEPARATOR, at, at + length)
  return { ...text, units }
}
