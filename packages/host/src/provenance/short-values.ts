import type { Yielder } from '@gatehouse/base'
import { foldText, type FoldedText } from './fold-text.ts'
import { NGRAM_LENGTH } from './ngram-index.ts'
import { MIN_WORD } from './word-table.ts'

/** A link, an address or a key of fewer characters than are compared otherwise: it counts as a whole. */
export interface ShortValue {
  path: string
  text: string
  /** {@link MIN_WORD} and more, fewer than {@link NGRAM_LENGTH}. */
  units: FoldedText['units']
}

/** Different tokens that are looked for. */
const MAX_TOKENS = 4096
/** Longer texts are searched in overlapping chunks, so that none blocks main. */
const CHUNK = 16_384
const OVERLAP = 128

/** `isCut`: there are more than are looked for. */
export async function shortValues(
  texts: readonly { path: string; text: string }[],
  pause: Yielder,
): Promise<{ tokens: ShortValue[]; isCut: boolean }> {
  const found = new Map<string, ShortValue>()
  for (const { path, text } of texts)
    for (let from = 0; from < text.length; from += CHUNK) {
      const turn = pause()
      if (turn) await turn
      for (const token of candidates(text.slice(from, from + CHUNK + OVERLAP))) {
        if (found.has(token)) continue
        const { units } = foldText(token)
        if (units.length < MIN_WORD || units.length >= NGRAM_LENGTH) continue
        if (found.size >= MAX_TOKENS) return { tokens: [...found.values()], isCut: true }
        found.set(token, { path, text: token, units })
      }
    }
  return { tokens: [...found.values()], isCut: false }
}

function candidates(text: string): string[] {
  return [
    ...text.split(/[\s"'<>()]/).filter(isNamed),
    ...text.split(/[^\w-]/).filter(isRandom),
  ].filter(({ length }) => length <= OVERLAP)
}

const isNamed = (token: string): boolean => token.includes('@') || token.includes('://')

/** True if a token mixes three kinds of characters, as keys and passwords do. */
const isRandom = (token: string): boolean =>
  token.length >= 8 && /[a-z]/.test(token) && /[A-Z]/.test(token) && /\d/.test(token)
