import type { SecretFinder } from './find-secrets.ts'

/** Characters of a secret that identify it at the end of a truncated text. */
const MIN_START = 8
const KEY = 4
/** Texts are cut at more characters than this; a shorter one ends by itself. */
const SHORTEST_CUT = 200
/** Marks of cuts inside one text that are looked at. */
const MAX_MARKS = 1000
const LENGTHS = 65_536

/**
 * Finds the beginnings of secrets that were truncated. A server's texts are truncated in many places
 * before secrets are masked: the rest of a secret stands at the end of a long text or before an ellipsis.
 */
export function createTruncatedSecretFinder(texts: readonly string[]): SecretFinder {
  const starts = startsOf(texts)

  function startBefore(text: string, end: number): number {
    let start = end
    for (const packed of starts.get(text.slice(end - KEY, end)) ?? []) {
      const length = packed % LENGTHS
      const sought = texts[Math.floor(packed / LENGTHS)] ?? ''
      if (end - length < start && text.startsWith(sought.slice(0, length), end - length))
        start = end - length
    }
    return start
  }

  return (text) => {
    const found: number[] = []
    const look = (end: number): void => {
      const start = startBefore(text, end)
      if (start < end) found.push(start, end)
    }
    let marks = 0
    for (let at = text.indexOf('…'); at !== -1 && marks < MAX_MARKS; marks += 1) {
      look(at)
      at = text.indexOf('…', at + 1)
    }
    // A cut through the bytes of a sign leaves U+FFFD.
    const end = text.endsWith('\uFFFD') ? text.length - 1 : text.length
    if (text.length >= SHORTEST_CUT) look(end)
    return found
  }
}

/** By the last characters of each beginning: which text it is of, and how long it is. */
function startsOf(texts: readonly string[]): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  for (const [index, text] of texts.entries()) {
    for (let length = MIN_START; length < Math.min(text.length, LENGTHS); length += 1) {
      const key = text.slice(length - KEY, length)
      const known = starts.get(key)
      if (known) known.push(index * LENGTHS + length)
      else starts.set(key, [index * LENGTHS + length])
    }
  }
  return starts
}
