import { ProtocolError } from '@modelcontextprotocol/client'
import { isDeeperThan } from '../../messages/json-depth.ts'

const INVALID_PARAMS = -32_602

/** What the way to the window and back carries, with room for what a person adds. */
const MAX_CHARACTERS = 3_000_000
const MAX_DEPTH = 100

/** Never on the wire; a symbol is lost when the error is turned into JSON. */
const LOCAL = Symbol('gatehouse/local-refusal')

/** Who refused a request. */
export type Refuser = 'person' | 'host'

/**
 * What a server's request is answered with when it gets no result. A legacy server receives it; in the
 * modern era, which has no such answer, it ends the call that the request belongs to.
 */
export function requestRefusal(code: number, words: string, by: Refuser): ProtocolError {
  return Object.assign(new ProtocolError(code, words), { [LOCAL]: by })
}

/** The server asked for something in a way that the specification does not allow. */
export function invalidParams(words: string): ProtocolError {
  return requestRefusal(INVALID_PARAMS, words, 'host')
}

/** Throws when a request is too large or nested too deeply to be put before a person. */
export function assertBounded(params: unknown): void {
  if (isDeeperThan(params, MAX_DEPTH)) throw invalidParams('The request is nested too deeply.')
  if (JSON.stringify(params).length > MAX_CHARACTERS)
    throw invalidParams(`The request is larger than ${MAX_CHARACTERS} characters.`)
}

/** Who made this error here, if it is one of {@link requestRefusal}. */
export function refuserOf(error: unknown): Refuser | undefined {
  if (!(error instanceof ProtocolError) || !(LOCAL in error)) return undefined
  return error[LOCAL] === 'person' ? 'person' : 'host'
}
