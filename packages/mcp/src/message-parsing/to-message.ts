import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client'

const NOTIFICATION = new Set(['jsonrpc', 'method', 'params'])
const RESULT = new Set(['jsonrpc', 'id', 'result'])

/**
 * A JSON value as the message that it is, or `undefined`. What comes by the thousand is recognised by its
 * shape, as the schema is slow to reject; the client looks at it again anyway.
 */
export function toMessage(value: unknown): JSONRPCMessage | undefined {
  if (isPlainNotification(value) || isPlainResult(value)) return value
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

function isPlainNotification(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || !hasOnly(value, NOTIFICATION)) return false
  const { method, params } = value
  return typeof method === 'string' && (params === undefined || isPlainBody(params))
}

function isPlainResult(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || !hasOnly(value, RESULT)) return false
  const { id, result } = value
  return (typeof id === 'string' || Number.isSafeInteger(id)) && isPlainBody(result)
}

function hasOnly(value: Record<string, unknown>, names: ReadonlySet<string>): boolean {
  if (value['jsonrpc'] !== '2.0') return false
  for (const name in value) if (!names.has(name)) return false
  return true
}

/** `_meta` has rules of its own, which the schema knows. */
function isPlainBody(value: unknown): boolean {
  return isObject(value) && value['_meta'] === undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
