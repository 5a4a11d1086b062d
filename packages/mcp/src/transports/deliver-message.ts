import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { completeResult } from '../messages/complete-result.ts'
import { peelList } from '../messages/peel-list.ts'
import { peelTask } from '../messages/peel-task.ts'

/**
 * Hands a message to the client. An answer waits until what came before it was dealt with: the client
 * treats notifications a little later than answers, and would lose the last progress of a request.
 */
export function deliver(transport: Transport, message: JSONRPCMessage): void {
  if (!('method' in message))
    setImmediate(() => handOver(transport, peelList(peelTask(completeResult(message)))))
  else handOver(transport, message)
}

/** What the client throws about a message, such as one too deep to print, ends nothing else. */
function handOver(transport: Transport, message: JSONRPCMessage): void {
  try {
    transport.onmessage?.(message)
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }
}
