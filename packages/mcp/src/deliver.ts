import {
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'

/**
 * Hands a message to the client. An answer waits until what came before it was dealt with: the client
 * treats notifications a little later than answers, and would lose the last progress of a request.
 */
export function deliver(transport: Transport, message: JSONRPCMessage): void {
  if (isJSONRPCResponse(message)) setImmediate(() => transport.onmessage?.(message))
  else transport.onmessage?.(message)
}
