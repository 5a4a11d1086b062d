import { type Yielder, yieldIfBudgetSpent } from '@gatehouse/base'
import { parseScanned, type JsonBudget, type JsonValue } from '@gatehouse/domain'
import { nodesOfJson } from '@gatehouse/domain/chats'

/** Characters that are parsed, or looked through, in one turn: some milliseconds. */
const SLICE = 393_216
/** Levels that are taken apart. What is large and deeper is one long text, or nothing that a product writes. */
const LEVELS = 4

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const CLOSERS = new Map([
  ['{', '}'],
  ['[', ']'],
])

/**
 * Parses a text as `parseJson` would, with pauses: a large object or list is parsed in groups of its members.
 * `undefined`: it is not JSON, or over the budget.
 */
export async function parseInSlices(
  text: string,
  budget: JsonBudget,
  pause: Yielder = yieldIfBudgetSpent,
): Promise<JsonValue | undefined> {
  if (text.length > budget.bytes) return undefined
  return new SlicedParser(budget, pause).value(text.trim(), 0)
}

class SlicedParser {
  readonly #budget: JsonBudget
  readonly #pause: Yielder
  #nodes = 0

  constructor(budget: JsonBudget, pause: Yielder) {
    this.#budget = budget
    this.#pause = pause
  }

  async value(text: string, level: number): Promise<JsonValue | undefined> {
    const open = text.charAt(0)
    const close = CLOSERS.get(open)
    if (text.length <= SLICE || level >= LEVELS || close === undefined)
      return this.#whole(text, level)
    const ends = text.endsWith(close) ? await endsOfMembers(text, this.#pause) : undefined
    if (!ends) return undefined
    const groups: JsonValue[] = []
    for (const group of groupsOf(text, ends)) {
      const isOne = group.length > SLICE
      const value = isOne
        ? await this.#member(group.trim(), open, level)
        : // A comma at the end has nothing after it.
          group.trim() === ''
          ? undefined
          : await this.#whole(`${open}${group}${close}`, level)
      if (value === undefined) return undefined
      groups.push(value)
    }
    return joined(groups, open)
  }

  /** A member of an object or a list, alone in another one. */
  async #member(text: string, open: string, level: number): Promise<JsonValue | undefined> {
    if (open === '[') {
      const value = await this.value(text, level + 1)
      return value === undefined ? undefined : [value]
    }
    const end = endOfString(text, 0) + 1
    const rest = text.slice(end).trimStart()
    const key = parseScanned(text.slice(0, end))
    if (typeof key !== 'string' || key === '__proto__' || rest.charCodeAt(0) !== COLON)
      return undefined
    const value = await this.value(rest.slice(1).trim(), level + 1)
    return value === undefined ? undefined : { [key]: value }
  }

  async #whole(text: string, level: number): Promise<JsonValue | undefined> {
    const { bytes, nodes, depth } = this.#budget
    const budget = { bytes, nodes: nodes - this.#nodes, depth: depth - level }
    await this.#pause()
    const found = nodesOfJson(text, { budget })
    if (found === undefined) return undefined
    this.#nodes += found
    await this.#pause()
    return parseScanned(text)
  }
}

/** Members that follow each other and are small together, or one large member. */
function* groupsOf(text: string, ends: readonly number[]): Generator<string> {
  let from = 1
  for (const [index, end] of ends.entries()) {
    const next = ends[index + 1]
    if (next !== undefined && next - from <= SLICE) continue
    yield text.slice(from, end)
    from = end + 1
  }
}

/** The last of several members of the same name counts, as in `JSON.parse`. */
function joined(groups: readonly JsonValue[], open: string): JsonValue {
  if (open === '[') return groups.flatMap((group) => group)
  const whole: { [key: string]: JsonValue } = {}
  for (const group of groups) Object.assign(whole, group)
  return whole
}

/** The positions of the comma or bracket after each member; `undefined` when the outermost bracket closes too early. */
async function endsOfMembers(text: string, pause: Yielder): Promise<number[] | undefined> {
  const ends: number[] = []
  const last = text.length - 1
  let depth = 0
  let turn = SLICE
  for (let at = 1; at < last; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA && depth === 0) ends.push(at)
    // `[` and `{` differ from `]` and `}` by two, and from each other by one bit.
    else if ((code | 0x20) === 0x7b) depth += 1
    else if ((code | 0x20) === 0x7d) depth -= 1
    if (depth < 0) return undefined
    if (at < turn) continue
    turn = at + SLICE
    await pause()
  }
  return depth === 0 ? [...ends, last] : undefined
}

/** The position of the quote that ends the string which begins here; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return text.length
}
