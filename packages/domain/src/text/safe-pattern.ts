/** Longest pattern that is run at all. */
const MAX_PATTERN = 400
/** Ways that all patterns of a form may try together: a fraction of a second. */
export const MAX_BACKTRACKING = 10_000_000
/** A pattern that is too much for texts of this many characters is of no use. */
const SHORT_TEXT = 32

/**
 * True if a regular expression from a server can be run here without freezing the window: it compiles, and has few
 * ways to match even a short text. Other expressions are left to the server.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN || !compiles(pattern)) return false
  if (/\\[1-9k]|\(\?<?[=!]/u.test(pattern)) return false
  return backtrackingCost(pattern, SHORT_TEXT) <= MAX_BACKTRACKING
}

/**
 * Upper bound of the ways that a backtracking engine may try before it rejects a text of `length` characters. Only
 * for patterns without references and lookarounds.
 */
export function backtrackingCost(pattern: string, length: number): number {
  const plain = withoutClasses(pattern.replace(/\\./gsu, '_'))
  const reader = new BacktrackCounter(plain, length)
  const backtracks = reader.alternatives()
  return reader.isAnchored ? backtracks : backtracks * (length + 1)
}

/** Each class as one character. By position: without its end, a class is looked for from every `[`. */
function withoutClasses(pattern: string): string {
  let plain = ''
  let at = 0
  for (;;) {
    const start = pattern.indexOf('[', at)
    const end = start === -1 ? -1 : pattern.indexOf(']', start)
    if (end === -1) return plain + pattern.slice(at)
    plain += `${pattern.slice(at, start)}_`
    at = end + 1
  }
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Reads a pattern whose escapes and classes are one character each. */
class BacktrackCounter {
  /** Every alternative begins at the text's start: the engine does not try each place again. */
  isAnchored = true
  readonly #text: string
  readonly #length: number
  #at = 0
  #depth = 0

  constructor(text: string, length: number) {
    this.#text = text
    this.#length = length
  }

  /** Up to the end of the group, or of the pattern. */
  alternatives(): number {
    let sum = 0
    for (;;) {
      if (this.#depth === 0 && this.#text[this.#at] !== '^') this.isAnchored = false
      sum += this.#sequence()
      if (this.#text[this.#at] !== '|') return sum
      this.#at += 1
    }
  }

  #sequence(): number {
    let product = 1
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at] ?? ''))
      product *= this.#repeated(this.#atom())
    return product
  }

  #atom(): number {
    this.#at += 1
    if (this.#text[this.#at - 1] !== '(') return 1
    this.#skip(/^\?(?:<[^>]*>|[a-z-]*:)/u)
    this.#depth += 1
    const backtracks = this.alternatives()
    this.#depth -= 1
    this.#at += 1
    return backtracks
  }

  /** An atom with that many ways, as often as it may come. */
  #repeated(backtracks: number): number {
    const found = this.#skip(/^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/u)
    if (!found) return backtracks
    const [sign = '', from, comma, to] = found
    const isOpen = /^[*+]/.test(sign) || (comma !== undefined && to === '')
    const least = from === undefined ? (sign.startsWith('+') ? 1 : 0) : Number(from)
    const most = isOpen ? this.#length : Number(to ?? from ?? 1)
    // More than there are characters can only be reached by matching nothing.
    const counts = Math.max(0, Math.min(most, this.#length) - least) + 1
    return backtracks === 1 ? counts : counts * backtracks ** most
  }

  #skip(expected: RegExp): RegExpExecArray | null {
    const found = expected.exec(this.#text.slice(this.#at))
    if (found) this.#at += found[0].length
    return found
  }
}
