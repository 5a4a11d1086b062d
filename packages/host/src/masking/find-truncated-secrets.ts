import type { SecretFinder } from './find-secrets.ts'

/** Characters of a secret that identify it at the end of a truncated text. */
const MIN_START = 8
/** Texts are cut at more characters than this; a shorter one ends by itself. */
const SHORTEST_CUT = 200
/** Characters that are compared for each of a text, before what looks like a secret is taken for one. */
const WORK = 4
const LEAST_WORK = 100_000
const PAIRS = 65_536

/**
 * Finds the beginnings of secrets that were truncated. A server's texts are truncated in many places
 * before secrets are masked: the rest of a secret stands at the end of a long text or before an ellipsis.
 * In time linear in the text, whatever a server chose as its secret.
 */
export function createTruncatedSecretFinder(texts: readonly string[]): SecretFinder {
  const { candidatesAt, longest, hasEllipsis } = startsOf(texts)

  return (text) => {
    const found: number[] = []
    let work = WORK * text.length + LEAST_WORK
    const mayBegin = (at: number, end: number): boolean => {
      const length = end - at
      for (const needle of candidatesAt(text, at)) {
        if (needle.length <= length || needle.charCodeAt(length - 1) !== text.charCodeAt(end - 1))
          continue
        work -= length
        if (work < 0 || text.startsWith(needle.slice(0, length), at)) return true
      }
      return false
    }
    let before = 0
    for (const end of cutsOf(text)) {
      let at = Math.max(hasEllipsis ? 0 : before, end - longest)
      while (at <= end - MIN_START && !mayBegin(at, end)) at += 1
      if (at <= end - MIN_START) found.push(at, end)
      before = end
    }
    return hasEllipsis ? merged(found) : found
  }
}

/** Yields the places where part of the text may have been left out. */
function* cutsOf(text: string): Generator<number> {
  let last = -1
  for (let at = text.indexOf('…'); at !== -1; at = text.indexOf('…', at + 1)) {
    yield at
    last = at
  }
  // A cut through the bytes of a sign leaves U+FFFD.
  const end = text.endsWith('\uFFFD') ? text.length - 1 : text.length
  if (text.length >= SHORTEST_CUT && end > last) yield end
}

/** The texts that may begin at a place, by their first two characters. */
function startsOf(texts: readonly string[]) {
  const long = texts.filter(({ length }) => length > MIN_START)
  const lists: string[][] = [[]]
  const byPair = new Uint16Array(PAIRS)
  for (const text of long) {
    const pair = pairAt(text, 0)
    const known = byPair[pair] ?? 0
    if (known > 0) lists[known]?.push(text)
    else byPair[pair] = lists.push([text]) - 1
  }
  return {
    candidatesAt: (text: string, at: number) => lists[byPair[pairAt(text, at)] ?? 0] ?? [],
    longest: Math.max(0, ...long.map(({ length }) => length)),
    hasEllipsis: long.some((text) => text.includes('…')),
  }
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 251 + text.charCodeAt(at + 1)) & (PAIRS - 1)
}

/** Ranges in the order of their ends, those that overlap made one. */
function merged(ranges: readonly number[]): number[] {
  const found: number[] = []
  for (let at = 0; at < ranges.length; at += 2) {
    const end = ranges[at + 1] ?? 0
    let start = ranges[at] ?? 0
    while (found.length > 0 && (found.at(-1) ?? 0) >= start)
      start = Math.min(start, ...found.splice(-2, 1), ...found.splice(-1, 1))
    found.push(start, end)
  }
  return found
}
