import { MAX_RESULT_BLOCKS } from '@gatehouse/domain'

/** Longer texts of one entry are cut before they are parsed; shorter ones cannot hold anything out of bounds. */
export const TRUNCATION_THRESHOLD = 262_144
/** Blocks of a tool result that leave the file: the kept ones, and the one that says there were more. */
export const MAX_BLOCKS = MAX_RESULT_BLOCKS + 1
/** Characters of a text, likewise. Pictures may be longer. */
export const MAX_TEXT = 1_048_576
const MAX_DATA = 24_000_000
/** Values in the structured content of a result. */
const MAX_NODES = 100_000

/** Counts of the parts taken out: blocks, characters of texts, structured values. */
export interface Truncated {
  blocks: number
  characters: number
  values: number
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_MAP = 123
const CLOSE_MAP = 125
const COMMA = 44

/**
 * The JSON of an entry with the result's blocks beyond `MAX_BLOCKS` and the ends of huge texts taken out, in
 * one pass over the text and without building what is taken out. An older file may hold results of millions of
 * blocks, which would hold main up at each reading and the window after it.
 */
export function boundEntry(json: string): { json: string; leftOut: Truncated } {
  const scan = new EntryScan(json)
  scan.run()
  return { json: scan.pieces.join('') + json.slice(scan.kept), leftOut: scan.leftOut }
}

class EntryScan {
  readonly leftOut: Truncated = { blocks: 0, characters: 0, values: 0 }
  readonly pieces: string[] = []
  /** From here on nothing is in `pieces` yet. */
  kept = 0
  readonly #json: string
  #at = 0
  #depth = 0
  /** Keys of the objects that lead to the place, as far as they are `result` and `content`. */
  readonly #path: string[] = []
  #lastKey = ''
  /** Depth inside the list of blocks; 0 when not in it. */
  #list = 0
  #blocks = 0

  constructor(json: string) {
    this.#json = json
  }

  run(): void {
    const json = this.#json
    while (this.#at < json.length) {
      const code = json.charCodeAt(this.#at)
      if (code === QUOTE) this.#string()
      else if (code === OPEN_LIST || code === OPEN_MAP) this.#open(code)
      else if (code === CLOSE_LIST || code === CLOSE_MAP) this.#close()
      else if (code === COMMA && this.#list !== 0 && this.#depth === this.#list) this.#nextBlock()
      else this.#at += 1
    }
  }

  #open(code: number): void {
    if (this.#depth === 2 && this.#path[2] === 'result' && this.#lastKey === 'structuredContent') {
      this.#structured()
      return
    }
    this.#depth += 1
    if (this.#depth <= 3) this.#path[this.#depth] = this.#lastKey
    const isBlocks =
      code === OPEN_LIST &&
      this.#depth === 3 &&
      this.#path[2] === 'result' &&
      this.#path[3] === 'content'
    this.#at += 1
    if (!isBlocks) return
    this.#list = this.#depth
    this.#blocks = 0
  }

  #structured(): void {
    const start = this.#at
    this.#at += 1
    const values = this.#skipRest()
    this.#at += 1
    if (values <= MAX_NODES) return
    this.#copyUntil(start)
    this.pieces.push('null')
    this.kept = this.#at
    this.leftOut.values = values
  }

  #close(): void {
    if (this.#depth === this.#list) this.#list = 0
    this.#depth -= 1
    this.#at += 1
  }

  #nextBlock(): void {
    this.#blocks += 1
    this.#at += 1
    if (this.#blocks < MAX_BLOCKS) return
    this.#copyUntil(this.#at - 1)
    this.leftOut.blocks = 1 + this.#skipRest(0)
    this.kept = this.#at
  }

  /** To the bracket that closes what is open, counting the commas before it, at most so deep. */
  #skipRest(countedDepth = Number.POSITIVE_INFINITY): number {
    const json = this.#json
    let depth = 0
    let commas = 0
    // In variables of its own: this runs over tens of megabytes.
    let at = this.#at
    for (; at < json.length; at += 1) {
      const code = json.charCodeAt(at)
      if (code === QUOTE) at = endOfString(json, at) - 1
      else if (code === COMMA) commas += depth <= countedDepth ? 1 : 0
      else if (code === OPEN_LIST || code === OPEN_MAP) depth += 1
      else if (code === CLOSE_LIST || code === CLOSE_MAP) {
        if (depth === 0) break
        depth -= 1
      }
    }
    this.#at = at
    return commas
  }

  #string(): void {
    const json = this.#json
    const start = this.#at
    const end = endOfString(json, start)
    this.#at = end
    if (json.charCodeAt(end) === 58) {
      this.#lastKey = end - start < 40 ? json.slice(start + 1, end - 1) : ''
      return
    }
    const isData = this.#lastKey === 'data' || this.#lastKey === 'blob'
    const limit = isData ? MAX_DATA : MAX_TEXT
    if (end - start <= limit) return
    const cut = wholeCharacterBefore(json, start + 1, start + 1 + limit)
    this.#copyUntil(cut)
    this.kept = end - 1
    this.leftOut.characters += end - 1 - cut
  }

  #copyUntil(end: number): void {
    this.pieces.push(this.#json.slice(this.kept, end))
    this.kept = end
  }
}

/** The place behind the quote that closes the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  for (;;) {
    const quote = json.indexOf('"', at)
    if (quote < 0) return json.length
    let escapes = 0
    while (json.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** A place to cut that is in no escape and between no halves of a pair. */
function wholeCharacterBefore(json: string, start: number, end: number): number {
  let at = end
  const before = json.slice(Math.max(start, at - 12), at)
  const unicode = /\\u[0-9a-f]{0,3}$/i.exec(before)
  if (unicode) at -= unicode[0].length
  // A high half, written out or escaped, needs its other half.
  if (/[\uD800-\uDBFF]$/.test(json.slice(start, at).slice(-1))) at -= 1
  if (/\\ud[89ab][0-9a-f]{2}$/i.test(json.slice(Math.max(start, at - 6), at))) at -= 6
  let escapes = 0
  while (at - 1 - escapes >= start && json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1
  return escapes % 2 === 1 ? at - 1 : at
}
