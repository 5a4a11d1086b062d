import { ProtocolError } from '@modelcontextprotocol/client'
import { isDeeperThan } from '../../message-parsing/json-depth.ts'

const INVALID_PARAMS = -32_602

/** Characters that fit on the way to the window and back, with room for edits of the person. */
const MAX_CHARACTERS = 3_000_000
const MAX_DEPTH = 100
/** Characters of text, without pictures and audio: no one reviews more. */
const MAX_TEXT = 200_000
const MAX_LINES = 20_000

/** Never on the wire; a symbol is lost when the error is turned into JSON. */
const LOCAL = Symbol('gatehouse/local-refusal')

/** Who refused a request. */
export type RefusedBy = 'person' | 'host'

/**
 * The error response to a server's request that gets no result. A legacy server receives it; in the
 * modern era, which has no such response, it ends the call that the request belongs to.
 */
export function requestRefusal(code: number, words: string, by: RefusedBy): ProtocolError {
  return Object.assign(new ProtocolError(code, words), { [LOCAL]: by })
}

/** The server asked for something in a way that the specification does not allow. */
export function invalidParams(words: string): ProtocolError {
  return requestRefusal(INVALID_PARAMS, words, 'host')
}

/** Throws when a request is too large or nested too deeply to be put before a person. */
export function assertWithinSizeLimit(params: unknown): void {
  if (isDeeperThan(params, MAX_DEPTH)) throw invalidParams('The request is nested too deeply.')
  if (JSON.stringify(params).length > MAX_CHARACTERS)
    throw invalidParams(`The request is larger than ${MAX_CHARACTERS} characters.`)
  const { characters, lines } = textOf(params)
  if (characters > MAX_TEXT || lines > MAX_LINES)
    throw invalidParams(
      `The request has more text than a person can review: at most ${MAX_TEXT} characters and ${MAX_LINES} lines.`,
    )
}

/** Requests that one round of a call, or the state of a task, may hold. */
const MAX_REQUESTS = 32

/** Throws when a server asks for more at once than a person can answer. */
export function assertWithinCountLimit(requests: object | undefined): void {
  const count = Object.keys(requests ?? {}).length
  if (count > MAX_REQUESTS)
    throw invalidParams(
      `The server sent ${count} input requests at once; at most ${MAX_REQUESTS} are allowed.`,
    )
}

/** Returns the amount of text to read; the data of pictures and sound does not count. */
function textOf(value: unknown): { characters: number; lines: number } {
  if (typeof value === 'string')
    return { characters: value.length, lines: value.split(/\r\n?|[\n\u2028\u2029]/).length - 1 }
  if (typeof value !== 'object' || value === null) return { characters: 0, lines: 0 }
  const isMedia = 'type' in value && (value.type === 'image' || value.type === 'audio')
  return Object.entries(value)
    .filter(([key]) => !(isMedia && key === 'data'))
    .map(([, part]) => textOf(part))
    .reduce(
      (sum, part) => ({
        characters: sum.characters + part.characters,
        lines: sum.lines + part.lines,
      }),
      { characters: 0, lines: 0 },
    )
}

/** Who refused, if the error was made by {@link requestRefusal}. */
export function refusedBy(error: unknown): RefusedBy | undefined {
  if (!(error instanceof ProtocolError) || !(LOCAL in error)) return undefined
  return error[LOCAL] === 'person' ? 'person' : 'host'
}
