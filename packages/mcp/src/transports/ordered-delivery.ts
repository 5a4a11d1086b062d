import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../traffic-log/frame-recorder.ts'
import { createWorkQueue } from '../system/timing/event-loop.ts'

/**
 * Delivers a message to the client. A response waits until earlier messages were handled: the client
 * handles notifications a little later than responses, and would lose the last progress of a request.
 */
export function deliverMessage(transport: Transport, message: JSONRPCMessage): void {
  if ('method' in message) receive(transport, message)
  else setImmediate(() => receive(transport, message))
}

/** Resolves after the responses that `deliverMessage` was given so far. */
export const responsesDelivered = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve))

interface Incoming {
  /** The transport of the client, known only once the client was made. */
  transport(): Transport
  recorder: Pick<FrameRecorder, 'received'>
  requests: { admits(message: JSONRPCMessage): boolean }
}

/** The messages of one connection, between their stream and the client. */
export interface IncomingMessages {
  take(message: JSONRPCMessage): void
  /** Resolves when none waits; `undefined` when that is so now. Who reads on before then reads without bound. */
  idle(): Promise<void> | undefined
  /** Resolves when the client was given all that was taken. Never rejects. */
  delivered(): Promise<void>
}

/**
 * Records what comes and delivers it, in its order: each in a turn of its own where a large message used one up.
 * What fails for one message is reported to the transport and ends nothing else.
 */
export function createIncomingMessages({
  transport,
  recorder,
  requests,
}: Incoming): IncomingMessages {
  const incoming = createWorkQueue()
  const take = (work: () => void): void =>
    incoming.take(() => {
      try {
        work()
      } catch (error) {
        reportError(transport(), error)
      }
      return undefined
    })
  return {
    take(message) {
      take(() => recorder.received(message))
      take(() => {
        if (requests.admits(message)) deliverMessage(transport(), message)
      })
    },
    idle: () => incoming.idle(),
    async delivered() {
      await incoming.idle()
      await responsesDelivered()
    },
  }
}

/** An error that the client throws for one message, such as a deeply nested one, ends nothing else. */
function receive(transport: Transport, message: JSONRPCMessage): void {
  try {
    transport.onmessage?.(message)
  } catch (error) {
    reportError(transport, error)
  }
}

function reportError(transport: Transport, error: unknown): void {
  transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
}
