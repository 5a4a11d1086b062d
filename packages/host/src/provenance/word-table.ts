import { isWordStart, type FoldedText } from './fold-text.ts'

type Units = FoldedText['units']

/** Folded characters that a word has at least: with fewer it says nothing of where it came from. */
export const MIN_WORD = 6

/**
 * Words to be looked for in other texts as a whole, between other words: in one pass, however many they are.
 * Each has {@link MIN_WORD} folded characters or more.
 */
export class WordTable<Word extends { units: Units }> {
  readonly #byBegin = new Map<number, Set<Word>>()

  constructor(words: readonly Word[]) {
    for (const word of words) {
      const begin = beginOf(word.units, 0)
      const alike = this.#byBegin.get(begin)
      if (alike) alike.add(word)
      else this.#byBegin.set(begin, new Set([word]))
    }
  }

  get isEmpty(): boolean {
    return this.#byBegin.size === 0
  }

  remove(word: Word): void {
    const begin = beginOf(word.units, 0)
    const alike = this.#byBegin.get(begin)
    alike?.delete(word)
    if (alike?.size === 0) this.#byBegin.delete(begin)
  }

  /** Reports each word that begins in a range of the text, as often as it is there. */
  scan(
    text: FoldedText,
    { from, to }: { from: number; to: number },
    onMatch: (word: Word) => void,
  ) {
    const last = Math.min(to, text.units.length - MIN_WORD + 1)
    for (let at = from; at < last; at += 1) {
      if (!isWordStart(text, at)) continue
      for (const word of this.#byBegin.get(beginOf(text.units, at)) ?? [])
        if (standsAt(text, word.units, at)) onMatch(word)
    }
  }
}

function beginOf(units: Units, at: number): number {
  let begin = 0
  for (let step = 0; step < MIN_WORD; step += 1)
    begin = (Math.imul(begin, 31) + (units[at + step] ?? 0)) | 0
  return begin
}

function standsAt(text: FoldedText, wanted: Units, at: number): boolean {
  let length = 0
  while (length < wanted.length && text.units[at + length] === wanted[length]) length += 1
  const end = at + length
  return length === wanted.length && (end === text.units.length || isWordStart(text, end))
}
