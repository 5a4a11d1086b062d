/** A text that is hidden, in one of its spellings. */
export interface Spelling {
  text: string
  /** The two digits after a percent sign may be in either case. */
  isEncoded?: boolean
}

/** Returns the ranges of secrets in a text: alternating starts and ends, in order, none adjacent. */
export type SecretFinder = (text: string) => number[]

const PERCENT = 37
/** From this length on a text is the same in either case: a server may well echo a key in capitals. */
const EITHER_CASE = 8
const HASHES = 65_536

/**
 * Looks for many texts in one pass (Wu and Manber, 1994): most of a long text is skipped, whatever the
 * number of texts. What lies across two of them belongs to both.
 */
export function createSecretFinder(spellings: readonly Spelling[]): SecretFinder {
  const sought = [...new Map(spellings.map((spelling) => [spelling.text, spelling])).values()]
  if (sought.length === 0) return () => []
  const shortest = Math.min(...sought.map(({ text }) => text.length))
  if (shortest < 2) throw new RangeError('A text that is looked for has at least two characters.')
  const { shifts, buckets } = tables(sought, shortest)
  return (text) => {
    const found: number[] = []
    for (let at = shortest - 1; at < text.length;) {
      const hash = hashAt(text, at)
      const shift = shifts[hash] ?? 0
      if (shift > 0) {
        at += shift
        continue
      }
      const start = at - shortest + 1
      const end = longestMatch(text, start, buckets.get(hash) ?? [])
      if (end > start) addRange(found, start, end)
      at += 1
    }
    return found
  }
}

/** How far the search may go on for each pair of characters, and what may begin where it may not. */
function tables(sought: readonly Spelling[], shortest: number) {
  const shifts = new Uint16Array(HASHES).fill(Math.min(shortest - 1, 65_535))
  const buckets = new Map<number, Spelling[]>()
  for (const spelling of sought) {
    for (let at = 1; at < shortest; at += 1) {
      const hash = hashAt(spelling.text, at)
      shifts[hash] = Math.min(shifts[hash] ?? 0, shortest - 1 - at)
    }
    const hash = hashAt(spelling.text, shortest - 1)
    buckets.set(hash, [...(buckets.get(hash) ?? []), spelling])
  }
  return { shifts, buckets }
}

/** Of the character and the one before it, the same in either case. */
function hashAt(text: string, at: number): number {
  return (lower(text.charCodeAt(at - 1)) * 251 + lower(text.charCodeAt(at))) & (HASHES - 1)
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

function longestMatch(text: string, start: number, candidates: readonly Spelling[]): number {
  let end = start
  for (const { text: sought, isEncoded } of candidates) {
    if (start + sought.length <= end) continue
    const isThere =
      isEncoded === true || sought.length >= EITHER_CASE
        ? isAt(text, start, sought)
        : text.startsWith(sought, start)
    if (isThere) end = start + sought.length
  }
  return end
}

/** Whether a text stands there; of a short one only the digits of its codes may differ in case. */
function isAt(text: string, start: number, sought: string): boolean {
  if (start + sought.length > text.length) return false
  const isEither = sought.length >= EITHER_CASE
  let digits = 0
  for (let at = 0; at < sought.length; at += 1) {
    const [is, wanted] = [text.charCodeAt(start + at), sought.charCodeAt(at)]
    const isSame = isEither || digits > 0 ? lower(is) === lower(wanted) : is === wanted
    if (!isSame) return false
    digits = wanted === PERCENT ? 2 : digits - 1
  }
  return true
}

function addRange(found: number[], start: number, end: number): void {
  const last = found.at(-1)
  if (last === undefined || last < start) found.push(start, end)
  else if (last < end) found[found.length - 1] = end
}
