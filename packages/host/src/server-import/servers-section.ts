import { valueOfJson } from '@gatehouse/domain'

/** The members of an object to extract: all of them, or the named ones; `*` stands for every name. */
type Keep = 'all' | { readonly [name: string]: Keep }

/** The places of servers, and of their inputs, in the files of known programs. */
const SERVERS: Keep = {
  mcpServers: 'all',
  servers: 'all',
  inputs: 'all',
  mcp: 'all',
  'mcp.servers': 'all',
  context_servers: 'all',
  mcp_servers: 'all',
  extensions: 'all',
  projects: { '*': { mcpServers: 'all' } },
}

/** A part of a text, which knows where each of its characters stands in the whole. */
export interface TextPart {
  text: string
  offsetOf(at: number): number
}

/**
 * Extracts the servers of a large configuration: some programs keep megabytes of history in the same file. The rest
 * is not parsed into values. Ends after `limit` characters of servers. A number is the position at which the text is
 * no longer JSON.
 */
export function extractServersSection(text: string, limit: number): TextPart | number {
  const reader = new PartReader(text, limit)
  return reader.read(SERVERS) || reader.isOver ? reader.part() : reader.at
}

const QUOTE = 34
const STAR = 42
const COMMA = 44
const SLASH = 47
const COLON = 58
const BACKSLASH = 92
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
/** Longer than every name that is looked for, written with escapes. */
const MAX_NAME = 100

/** Pieces of a member that holds an object of none: key, colon, and its two braces. */
const EMPTY_MEMBER = 4

interface Piece {
  text: string
  /** Its position in the part, and in the whole text. */
  at: number
  from: number
}

class PartReader {
  at = 0
  readonly #text: string
  readonly #limit: number
  readonly #pieces: Piece[] = []
  /** Characters of the pieces. */
  #length = 0

  constructor(text: string, limit: number) {
    this.#text = text
    this.#limit = limit
  }

  get isOver(): boolean {
    return this.#length > this.#limit
  }

  /** False when the text ends, something stands where it cannot, or it is over the limit. */
  read(keep: Keep): boolean {
    this.#skipBlank()
    return this.#code() === OPEN_OBJECT && this.#object(keep)
  }

  part(): TextPart {
    const pieces = this.#pieces
    return {
      text: pieces.map(({ text }) => text).join(''),
      offsetOf(at) {
        let low = 0
        for (let high = pieces.length; high - low > 1;) {
          const middle = (low + high) >> 1
          if ((pieces[middle]?.at ?? 0) <= at) low = middle
          else high = middle
        }
        const piece = pieces[low]
        return piece ? piece.from + at - piece.at : at
      },
    }
  }

  #object(keep: Keep): boolean {
    this.#keep('{')
    this.at += 1
    for (this.#skipBlank(); this.#code() !== CLOSE_OBJECT; this.#skipBlank()) {
      if (this.#code() === COMMA) this.at += 1
      else if (!this.#member(keep) || this.isOver) return false
    }
    this.#keep('}')
    this.at += 1
    return true
  }

  #member(keep: Keep): boolean {
    const key = this.at
    if (this.#code() !== QUOTE || !this.#skipString()) return false
    const name = this.#text.slice(key, this.at)
    const wanted = wantedOf(keep, nameOf(name))
    this.#skipBlank()
    if (this.#code() !== COLON) return false
    this.at += 1
    this.#skipBlank()
    if (wanted === undefined) return this.#skipValue()
    const before = { pieces: this.#pieces.length, length: this.#length }
    this.#keep(name, key)
    this.#keep(':')
    const start = this.at
    if (wanted !== 'all' && this.#code() === OPEN_OBJECT) {
      if (!this.#object(wanted)) return false
      // A project without servers says nothing.
      if (this.#pieces.length === before.pieces + EMPTY_MEMBER) {
        this.#pieces.length = before.pieces
        this.#length = before.length
        return true
      }
    } else {
      if (!this.#skipValue()) return false
      this.#keep(this.#text.slice(start, this.at), start)
    }
    this.#keep(',')
    return true
  }

  #keep(text: string, from = this.at): void {
    this.#pieces.push({ text, at: this.#length, from })
    this.#length += text.length
  }

  /** Past one value, nested ones and all. */
  #skipValue(): boolean {
    const start = this.at
    let open = 0
    while (this.at < this.#text.length) {
      this.#skipBlank()
      const code = this.#code()
      if (open === 0 && (code === COMMA || code === CLOSE_OBJECT)) return this.at > start
      if (code === QUOTE) {
        if (!this.#skipString()) return false
        continue
      }
      // `{` and `[`, `}` and `]`: which of them is for the parser, if it ever sees this.
      if ((code | 32) === OPEN_OBJECT) open += 1
      if ((code | 32) === CLOSE_OBJECT) open -= 1
      this.at += 1
    }
    return false
  }

  /** Past the closing quote. */
  #skipString(): boolean {
    const text = this.#text
    for (let at = this.at + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) {
        this.at = at + 1
        return true
      }
    }
    return false
  }

  /** Past blanks and comments. */
  #skipBlank(): void {
    const text = this.#text
    for (; this.at < text.length; this.at += 1) {
      const code = text.charCodeAt(this.at)
      if (code <= 32) continue
      const next = code === SLASH ? text.charCodeAt(this.at + 1) : 0
      if (next !== SLASH && next !== STAR) return
      const end = text.indexOf(next === SLASH ? '\n' : '*/', this.at + 2)
      this.at = end < 0 ? text.length : end + (next === SLASH ? 0 : 1)
    }
  }

  #code(): number {
    return this.at < this.#text.length ? this.#text.charCodeAt(this.at) : -1
  }
}

function wantedOf(keep: Keep, name: string): Keep | undefined {
  if (keep === 'all') return keep
  return Object.hasOwn(keep, name) ? keep[name] : keep['*']
}

function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  const value = quoted.length > MAX_NAME ? '' : valueOfJson(quoted)
  return typeof value === 'string' ? value : ''
}
