import type { JsonBudget } from './json-budget.ts'
import { jsonProblem, type JsonProblem } from './json-problem.ts'

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const FORBIDDEN = '__proto__'
/** Digits that every double keeps. */
const SAFE_DIGITS = 15
/** Below it a double has fewer digits than others. */
const SMALLEST_NORMAL = 2.2250738585072014e-308

/** Characters of a string that are looked at one by one: most strings are no longer. */
const NEAR = 48

const SHORT = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/**
 * The first place at which a text breaks the rules, before anything is made of it. It knows only where
 * values and keys are: whether the text is JSON at all is for the parser. Stops at the first breach.
 *
 * @param exact also refuses repeated keys and numbers that are not kept as written
 */
export function findBudgetBreach(
  text: string,
  budget: JsonBudget,
  exact: boolean,
): JsonProblem | undefined {
  const found = countNodes(text, budget, exact)
  return typeof found === 'number' ? undefined : found
}

/** The number of values in a text, or the first place at which it breaks the rules. */
export function countNodes(text: string, budget: JsonBudget, exact: boolean): number | JsonProblem {
  if (text.length > budget.bytes) return jsonProblem.tooLarge(text.length, budget.bytes)
  const names = exact ? createNames() : undefined
  let depth = 0
  let nodes = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === COMMA || code === COLON) continue
    if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1
      names?.close()
      continue
    }
    const start = at
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (isKey(text, at)) {
        if (isForbidden(text, start + 1, at)) return jsonProblem.forbiddenKey(start)
        if (names?.repeats(text.slice(start, at + 1)) === true)
          return jsonProblem.repeatedKey(start)
        continue
      }
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1
      names?.open()
      if (depth > budget.depth) return jsonProblem.tooDeep(start, budget.depth)
    } else {
      at = endOfWord(text, at)
      const isNumber = code === MINUS || (code >= 48 && code <= 57)
      if (isNumber && !isKept(text, { start, end: at + 1, exact }))
        return jsonProblem.inexactNumber(start, text.slice(start, at + 1))
    }
    nodes += 1
    if (nodes > budget.nodes) return jsonProblem.tooManyNodes(start, budget.nodes)
  }
  return nodes
}

/** The position of the quote that ends the string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  const near = Math.min(start + NEAR, text.length)
  for (let at = start + 1; at < near; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) return walkToEnd(text, at)
  }
  if (near === text.length) return near
  // For long texts by far the fastest, and unlike `indexOf` it is so whatever they are made of.
  const next = /["\\]/g
  next.lastIndex = near
  const at = next.test(text) ? next.lastIndex - 1 : text.length
  return text.charCodeAt(at) === BACKSLASH ? walkToEnd(text, at) : at
}

/** Finds the end of a string from an escape on, character by character: a search would stop at each of many escapes. */
function walkToEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return text.length
}

/** True if a colon follows, as it does after keys alone. */
function isKey(text: string, quote: number): boolean {
  for (let at = quote + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 32) return code === COLON
  }
  return false
}

/** The last character of a number, a literal, or whatever else stands there. */
function endOfWord(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === COMMA || code === COLON || code === QUOTE) break
    if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) break
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) break
  }
  return at - 1
}

/** Each of its letters can also be written as six: nothing else can be escaped in this name. */
function isForbidden(text: string, start: number, end: number): boolean {
  const size = end - start
  if (size === FORBIDDEN.length) return text.startsWith(FORBIDDEN, start)
  const isEscapedSize = size > FORBIDDEN.length && size <= 54 && (size - FORBIDDEN.length) % 5 === 0
  return isEscapedSize && unescaped(text.slice(start, end)) === FORBIDDEN
}

/** One pass, so that an escaped backslash never begins another escape. */
function unescaped(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_whole, hex?: string, letter = '') =>
    hex === undefined
      ? (SHORT.get(String(letter)) ?? String(letter))
      : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** True if a number stays a number when parsed, and with `exact` the same one. */
function isKept(text: string, word: { start: number; end: number; exact: boolean }): boolean {
  if (word.end - word.start <= SAFE_DIGITS && !hasExponent(text, word)) return true
  const literal = text.slice(word.start, word.end)
  const value = Number(literal)
  // What is not a number at all is for the parser to say.
  if (Number.isNaN(value)) return true
  if (!Number.isFinite(value)) return false
  const size = Math.abs(value)
  const isOrdinary = size <= Number.MAX_SAFE_INTEGER && size >= SMALLEST_NORMAL
  if (!word.exact || isOrdinary) return true
  return significant(literal) === significant(String(value))
}

function hasExponent(text: string, { start, end }: { start: number; end: number }): boolean {
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) | 32) === 101) return true
  return false
}

/** Digits and power of ten of a decimal, the same however it is written. */
function significant(literal: string): string {
  const match = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal)
  if (!match) return literal
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = withoutZeros(digits)
  if (kept === '') return '0'
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

function withoutZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** The keys of every object that is open. */
function createNames() {
  const open: Set<string>[] = []
  return {
    open: () => void open.push(new Set()),
    close: () => void open.pop(),
    repeats(quoted: string): boolean {
      const names = open.at(-1)
      const name = nameOf(quoted)
      if (names?.has(name) === true) return true
      names?.add(name)
      return false
    },
  }
}

function nameOf(quoted: string): string {
  const raw = quoted.slice(1, -1)
  return raw.includes('\\') ? unescaped(raw) : raw
}
