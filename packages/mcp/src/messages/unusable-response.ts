import type { JSONRPCMessage } from '@modelcontextprotocol/client'

/** JSON-RPC code of an answer that cannot be used; made here, never on the wire. */
const UNUSABLE_CODE = -32_000

/**
 * An answer that breaks the rules as one that says so, for whoever waits for it; `undefined` if the
 * value answers nothing. Without it the request would wait for its time limit (JSON-RPC 2.0, section 5).
 */
export function malformedAnswer(value: unknown): JSONRPCMessage | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value) || 'method' in value)
    return undefined
  const { id } = value
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isSafeInteger(id)))
    return undefined
  return unusableAnswer(id, `The answer is not valid: ${faultOf(value)}.`)
}

/** What stands in for an answer that cannot be used. */
export function unusableAnswer(id: string | number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: UNUSABLE_CODE, message } }
}

function faultOf(value: object): string {
  const hasResult = 'result' in value
  const hasError = 'error' in value
  if (hasResult && hasError) return 'it has both a result and an error'
  if (!hasResult && !hasError) return 'it has neither a result nor an error'
  if (hasError) return 'its error has no whole code or no message'
  const result = 'result' in value ? value.result : undefined
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    return 'its result is no object'
  return 'it is no JSON-RPC 2.0 message'
}
