import { randomUUID } from 'node:crypto'
import { ProtocolError, type JSONRPCMessage } from '@modelcontextprotocol/client'

/** JSON-RPC code of a response that stands in for one that cannot be used; never sent. */
const UNUSABLE_CODE = -32_000
/** Part of what stands in for responses: without it a server could state in an error what only the host knows. */
const OWN = randomUUID()
/** Error data of a response that cannot be used; never sent. */
const UNUSABLE_DATA = `gatehouse/response-unusable/${OWN}`
/** Error data of a response that never arrived; never sent. */
const LOST_DATA = `gatehouse/response-lost/${OWN}`
/** Error data of a response that is not JSON, as of one that was cut off; never sent. */
const UNREADABLE_DATA = `gatehouse/response-unreadable/${OWN}`

/** Stands in for a response that cannot be used. */
export function errorForUnusable(id: string | number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: UNUSABLE_CODE, message, data: UNUSABLE_DATA } }
}

/**
 * Stands in for an invalid response and says what is wrong with it; `undefined` if the value is no
 * response. Without it the request would wait for its time limit (JSON-RPC 2.0, section 5).
 */
export function errorForInvalid(value: unknown): JSONRPCMessage | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value) || 'method' in value)
    return undefined
  const { id } = value
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isSafeInteger(id)))
    return undefined
  return errorForUnusable(id, `The response is not valid: ${faultOf(value)}.`)
}

/** Stands in for a response that can no longer arrive. */
export function errorForLost(id: string | number): JSONRPCMessage {
  const message = 'The connection ended before the response.'
  return { jsonrpc: '2.0', id, error: { code: UNUSABLE_CODE, message, data: LOST_DATA } }
}

/** Stands in for a response whose text is not JSON: its content is not known. */
export function errorForUnreadable(id: string | number): JSONRPCMessage {
  const message = 'The response is not JSON; it may have been cut off.'
  return { jsonrpc: '2.0', id, error: { code: UNUSABLE_CODE, message, data: UNREADABLE_DATA } }
}

/** True if a request failed with {@link errorForUnusable}: the server did respond. */
export function isResponseUnusable(error: unknown): boolean {
  return error instanceof ProtocolError && error.data === UNUSABLE_DATA
}

/** True if a request failed with {@link errorForUnreadable}. */
export function isResponseUnreadable(error: unknown): boolean {
  return error instanceof ProtocolError && error.data === UNREADABLE_DATA
}

/** True if a request failed with {@link errorForLost}. */
export function isResponseLost(error: unknown): boolean {
  return error instanceof ProtocolError && error.data === LOST_DATA
}

function faultOf(value: object): string {
  const hasResult = 'result' in value
  const hasError = 'error' in value
  if (hasResult && hasError) return 'it has both a result and an error'
  if (!hasResult && !hasError) return 'it has neither a result nor an error'
  if (hasError) return 'its error has no whole code or no message'
  const result = 'result' in value ? value.result : undefined
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    return 'its result is not an object'
  return 'it is no JSON-RPC 2.0 message'
}
