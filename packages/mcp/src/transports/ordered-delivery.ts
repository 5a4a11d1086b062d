import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { adaptResult } from '../messages/adapt-result.ts'
import type { FrameRecorder } from '../recording/frame-recorder.ts'
import { createWorkQueue } from '../system/timing/event-loop.ts'

/**
 * Delivers a message to the client. A response waits until earlier messages were handled: the client
 * handles notifications a little later than responses, and would lose the last progress of a request.
 */
export function deliverMessage(transport: Transport, message: JSONRPCMessage): void {
  if ('method' in message) receive(transport, message)
  else setImmediate(() => receive(transport, adaptResult(message)))
}

interface Incoming {
  /** Of the client, and only known once it was made. */
  transport(): Transport
  recorder: Pick<FrameRecorder, 'received'>
  requests: { admits(message: JSONRPCMessage): boolean }
}

/** Records what comes and delivers it, in its order: each in a turn of its own where a large message used one up. */
export function createIncoming({
  transport,
  recorder,
  requests,
}: Incoming): (message: JSONRPCMessage) => void {
  const incoming = createWorkQueue()
  return (message) => {
    incoming.take(() => {
      recorder.received(message)
    })
    incoming.take(() => {
      if (requests.admits(message)) deliverMessage(transport(), message)
    })
  }
}

/** An error that the client throws for one message, such as a deeply nested one, ends nothing else. */
function receive(transport: Transport, message: JSONRPCMessage): void {
  try {
    transport.onmessage?.(message)
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }
}
