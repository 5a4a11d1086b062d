import { valueOfJson, type JsonValue } from '@gatehouse/domain'
import { endOfTextPart } from './text-prefix.ts'

/** The kind of a message by its outermost members alone, even if the rest is never read. */
export interface Envelope {
  kind: 'request' | 'notification' | 'response' | 'unknown'
  id?: string | number
}

/** The envelope of a message that is at hand as a whole. */
export function envelopeOf(message: string | Uint8Array): Envelope {
  return toEnvelope(outermostMembers(message))
}

/** Bytes or characters that are looked through at a time. */
const PART = 262_144

/** Like {@link envelopeOf}, for a message that takes several turns of the event loop: yields between its parts. */
export function* readEnvelope(message: string | Uint8Array): Generator<undefined, Envelope> {
  const reader = createMemberReader()
  for (let at = 0, end = 0; at < message.length; at = end) {
    if (typeof message === 'string') {
      end = endOfTextPart(message, at, PART)
      reader.push(Buffer.from(message.slice(at, end)))
    } else {
      end = at + PART
      reader.push(message.subarray(at, end))
    }
    if (end < message.length) yield undefined
  }
  return toEnvelope(reader.read())
}

/** The envelope of a message of which these members were seen. */
export function toEnvelope(members: ReturnType<MemberReader['read']>): Envelope {
  const value = members.get('id')
  const isId = typeof value === 'string' || Number.isSafeInteger(value)
  return { kind: kindOf(members), ...(isId ? { id: value as string | number } : {}) }
}

function kindOf(members: ReturnType<MemberReader['read']>): Envelope['kind'] {
  if (members.has('method')) return members.has('id') ? 'request' : 'notification'
  return members.has('result') || members.has('error') ? 'response' : 'unknown'
}

/** Characters of a request's body in which its id is looked for. */
const MAX_LOOKED_AT = 1_048_576

/** The id of the request that a body holds. */
export function requestIdOf(body: unknown): string | number | undefined {
  if (typeof body !== 'string' || body.length > MAX_LOOKED_AT) return undefined
  const message = valueOfJson(body)
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/**
 * The outermost members of one object, found without parsing it, in constant memory; however the bytes
 * are cut, and whatever the rest is. Values that are long, or no plain ones, are `undefined`.
 */
export interface MemberReader {
  push(part: Uint8Array): void
  /** The members that were pushed so far; empty for anything that is not an object. */
  read(): ReadonlyMap<string, JsonValue | undefined>
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
/** Bytes of an outermost name or value that are kept: longer ones are neither a name nor an id. */
const MAX_TOKEN = 512

/** The only ones that are used. */
const WANTED = new Set<unknown>(['id', 'method', 'result', 'error', 'name'])

export function createMemberReader(): MemberReader {
  const members = createMembers()
  let isObject: boolean | undefined
  let depth = 0
  let inString = false
  let isEscaped = false

  /** A byte outside of strings that stands between tokens, or is one. */
  const take = (part: Uint8Array, at: number): void => {
    const byte = part[at] ?? 0
    if (byte <= 32) return
    isObject ??= byte === OPEN_OBJECT
    if (byte === COMMA && depth === 1) members.end()
    else if (byte === COLON && depth === 1) members.nameEnds()
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 1) members.end()
      depth -= 1
    } else {
      inString = byte === QUOTE
      if (depth === 1) members.keep(part, at, at + 1)
    }
  }
  return {
    push(part) {
      let at = 0
      while (at < part.length) {
        if (inString) {
          const end = endOfString(part, at, isEscaped)
          if (depth === 1) members.keep(part, at, end.at)
          ;({ at, isEscaped } = end)
          inString = !end.isOver
        } else if (depth > 1) ({ at, depth, inString } = endOfNested(part, at, depth))
        else {
          take(part, at)
          at += 1
        }
      }
    },
    read: () => (isObject === true ? members.read() : new Map()),
  }
}

/** The tokens of the outermost object. Of a name that comes twice the last counts, as for the parser. */
function createMembers() {
  const found = new Map<string, JsonValue | undefined>()
  let token: number[] = []
  let name: JsonValue | undefined
  const taken = (): JsonValue | undefined => {
    const text = token.length > MAX_TOKEN ? '' : Buffer.from(token).toString('utf8')
    token = []
    return valueOfJson(text)
  }
  const put = (value: JsonValue | undefined): void => {
    if (typeof name === 'string' && WANTED.has(name)) found.set(name, value)
    name = undefined
  }
  return {
    keep(part: Uint8Array, from: number, to: number) {
      const end = Math.min(to, from + MAX_TOKEN + 1 - token.length)
      for (let at = from; at < end; at += 1) token.push(part[at] ?? 0)
    },
    nameEnds: () => void (name = taken()),
    end: () => put(taken()),
    read() {
      // Of a member that is cut off only the name is known.
      put(undefined)
      return found
    },
  }
}

interface StringEnd {
  /** Behind its last byte in this part. */
  at: number
  isOver: boolean
  isEscaped: boolean
}

function endOfString(part: Uint8Array, from: number, wasEscaped: boolean): StringEnd {
  let at = wasEscaped ? from + 1 : from
  for (; at < part.length; at += 1) {
    const byte = part[at]
    if (byte === QUOTE) return { at: at + 1, isOver: true, isEscaped: false }
    if (byte === BACKSLASH) at += 1
  }
  return { at: part.length, isOver: false, isEscaped: at > part.length }
}

/** Up to where a string begins, or the outermost members continue. */
function endOfNested(part: Uint8Array, from: number, depthBefore: number) {
  let depth = depthBefore
  let at = from
  for (; at < part.length; at += 1) {
    const byte = part[at]
    if (byte === QUOTE) return { at: at + 1, depth, inString: true }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth -= 1
      if (depth === 1) return { at: at + 1, depth, inString: false }
    }
  }
  return { at, depth, inString: false }
}

/** The outermost members of an object that is at hand as a whole. */
export function outermostMembers(text: string | Uint8Array): ReturnType<MemberReader['read']> {
  const reader = createMemberReader()
  reader.push(typeof text === 'string' ? Buffer.from(text) : text)
  return reader.read()
}
