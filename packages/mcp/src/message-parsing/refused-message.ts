import { MESSAGE_BUDGET, type JsonProblem } from '@gatehouse/domain'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Envelope } from './envelope.ts'

/** JSON-RPC 2.0, section 5.1: "The JSON sent is not a valid Request object." */
const INVALID_REQUEST = -32_600

/** A message of a server that breaks the rules of `parseJson`, and what it was. */
export interface RefusedMessage {
  problem: JsonProblem
  envelope: Envelope
}

/** The problem of a message of which only the size is known. */
export function tooLargeProblem(bytes: number, limit = MESSAGE_BUDGET.bytes): JsonProblem {
  const message = `It is ${bytes} bytes long; at most ${limit} bytes are read.`
  return { code: 'json/too-large', message, offset: limit, limit }
}

/** The id of the host's own request that the message would have been a response to. */
export function responseIdOf({ kind, id }: Envelope): string | number | undefined {
  return kind === 'response' ? id : undefined
}

/** The response to a server's own request that was refused; `undefined` when none is expected. */
export function refusalOfRequest({
  problem,
  envelope,
}: RefusedMessage): JSONRPCMessage | undefined {
  const { kind, id } = envelope
  if (kind !== 'request' || id === undefined) return undefined
  const message = `The request was refused: ${problem.message}`
  return { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } }
}

/** The outcome of a refused message, for the log of its server: a sentence after the reason. */
export function describeOutcome({ kind, id }: Envelope): string {
  if (kind === 'notification') return 'It was a notification.'
  if (id === undefined)
    return 'It names no request, so a call that waits for it ends at its time limit.'
  if (kind === 'request') return 'It was a request of the server, which got an error response.'
  return 'The call that waited for it ended.'
}
