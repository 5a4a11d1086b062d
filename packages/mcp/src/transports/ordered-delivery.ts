import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { adaptResult } from '../messages/adapt-result.ts'

/**
 * Delivers a message to the client. A response waits until earlier messages were handled: the client
 * handles notifications a little later than responses, and would lose the last progress of a request.
 */
export function deliverMessage(transport: Transport, message: JSONRPCMessage): void {
  if ('method' in message) receive(transport, message)
  else setImmediate(() => receive(transport, adaptResult(message)))
}

/** An error that the client throws for one message, such as a deeply nested one, ends nothing else. */
function receive(transport: Transport, message: JSONRPCMessage): void {
  try {
    transport.onmessage?.(message)
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }
}
