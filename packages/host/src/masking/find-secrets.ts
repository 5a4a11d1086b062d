/** A text to hide, in one of its encoded forms. */
export interface EncodedForm {
  text: string
  /** The two digits after a percent sign may be in either case. */
  isEncoded?: boolean
}

/** Returns the ranges of secrets in a text: alternating starts and ends, in order, none adjacent. */
export type SecretFinder = (text: string) => number[]

const PERCENT = 37
/** From this length a text matches in either case: a server may well echo a key in capitals. */
const EITHER_CASE = 8
const HASHES = 65_536
/** Comparisons per character of a text; beyond that, the first characters of a secret stand for all of it. */
const WORK = 4
const LEAST_WORK = 100_000
const HEAD = 16

/**
 * Looks for many texts in one pass (Wu and Manber, 1994) and skips most of a long text, however many there
 * are. Overlapping matches are merged. A server can choose a secret that repeats itself and a text that
 * nearly does: where that is too much work, more is hidden, never less.
 */
export function createSecretFinder(forms: readonly EncodedForm[]): SecretFinder {
  const needles = [...new Map(forms.map((form) => [form.text, form])).values()]
  if (needles.length === 0) return () => []
  const shortest = Math.min(...needles.map(({ text }) => text.length))
  if (shortest < 2) throw new RangeError('A text that is looked for has at least two characters.')
  const { shifts, buckets } = tables(needles, shortest)
  const heads = new Map([...buckets].map(([hash, bucket]) => [hash, headsOf(bucket)]))
  return (text) => {
    const found: number[] = []
    let work = WORK * text.length + LEAST_WORK
    for (let at = shortest - 1; at < text.length;) {
      const hash = hashAt(text, at)
      const shift = shifts[hash] ?? 0
      if (shift > 0) {
        at += shift
        continue
      }
      const start = at - shortest + 1
      const isOverBudget = work < 0
      const candidates = (isOverBudget ? heads : buckets).get(hash) ?? []
      const { end, compared } = longestMatch(text, start, { candidates, isOverBudget })
      work -= compared
      if (end > start) addRange(found, start, end)
      at = isOverBudget && end > start ? end + shortest - 1 : at + 1
    }
    return found
  }
}

/** Keeps the longest of the forms that begin alike. */
function headsOf(bucket: readonly EncodedForm[]): EncodedForm[] {
  const byLength = [...bucket].sort((one, other) => one.text.length - other.text.length)
  return [...new Map(byLength.map((item) => [item.text.slice(0, HEAD), item])).values()]
}

/**
 * Returns the number of characters that the search may skip for each pair, and the forms that may begin where it
 * may not skip.
 */
function tables(needles: readonly EncodedForm[], shortest: number) {
  const shifts = new Uint16Array(HASHES).fill(Math.min(shortest - 1, 65_535))
  const buckets = new Map<number, EncodedForm[]>()
  for (const form of needles) {
    for (let at = 1; at < shortest; at += 1) {
      const hash = hashAt(form.text, at)
      shifts[hash] = Math.min(shifts[hash] ?? 0, shortest - 1 - at)
    }
    const hash = hashAt(form.text, shortest - 1)
    buckets.set(hash, [...(buckets.get(hash) ?? []), form])
  }
  return { shifts, buckets }
}

/** A hash of the character and the one before it, equal in either case. */
function hashAt(text: string, at: number): number {
  return (lower(text.charCodeAt(at - 1)) * 251 + lower(text.charCodeAt(at))) & (HASHES - 1)
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

/** `isOverBudget`: only the beginnings are compared. */
function longestMatch(
  text: string,
  start: number,
  { candidates, isOverBudget }: { candidates: readonly EncodedForm[]; isOverBudget: boolean },
): { end: number; compared: number } {
  let end = start
  let compared = 0
  for (const { text: whole, isEncoded } of candidates) {
    if (start + whole.length <= end) continue
    const needle = isOverBudget ? whole.slice(0, HEAD) : whole
    const isEither = whole.length >= EITHER_CASE
    const alike =
      isEncoded === true || isEither
        ? alikeAt(text, start, { needle, isEither })
        : text.startsWith(needle, start)
          ? needle.length
          : 0
    compared += alike + 1
    if (alike === needle.length) end = Math.min(start + whole.length, text.length)
  }
  return { end, compared }
}

/**
 * Returns the number of characters that match there; in a short text only the digits of percent codes may differ in
 * case.
 */
function alikeAt(
  text: string,
  start: number,
  { needle, isEither }: { needle: string; isEither: boolean },
): number {
  let digits = 0
  for (let at = 0; at < needle.length; at += 1) {
    const is = text.charCodeAt(start + at)
    const wanted = needle.charCodeAt(at)
    const isSame = is === wanted || ((isEither || digits > 0) && lower(is) === lower(wanted))
    if (!isSame) return at
    digits = wanted === PERCENT ? 2 : digits - 1
  }
  return needle.length
}

function addRange(found: number[], start: number, end: number): void {
  const last = found.at(-1)
  if (last === undefined || last < start) found.push(start, end)
  else if (last < end) found[found.length - 1] = end
}
