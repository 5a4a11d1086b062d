import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client'
import type { OutputLog } from '../traffic-log/output-log.ts'
import { deliverMessage } from './ordered-delivery.ts'
import { createRequestFilter } from './duplicate-request-filter.ts'

/** The messages of one server. One client after another can be attached to them. */
export interface SharedTransport {
  send(message: JSONRPCMessage): Promise<void>
  /**
   * A transport for a new client; the one before receives nothing more. Every client counts its ids
   * from 0: one that may be replaced sends `initialize` under `initializeId`, so that a late response
   * to it is never taken for one to the next client.
   */
  attach(initializeId?: number): Transport
  /** The response to a request that was sent without a client. */
  responseTo(id: number): Promise<JSONRPCMessage>
  /** True when the server has responded to any request yet. */
  hasResponded(): boolean
}

/** A shared transport with its inner end, where messages come in. */
export interface SharedTransportInput extends SharedTransport {
  receive(message: JSONRPCMessage): void
  /** Notifies the attached client that nothing more comes. */
  ended(): void
}

export interface SharedTransportOptions {
  send(message: JSONRPCMessage): Promise<void>
  /** Members by which the client knows a kind of transport. */
  marks: object
  log: Pick<OutputLog, 'write' | 'noteUnknownResponse'>
}

export function createSharedTransport(options: SharedTransportOptions): SharedTransportInput {
  const { marks } = options
  const requests = createRequestFilter(options.log)
  const send: SharedTransport['send'] = (message) => {
    requests.sent(message)
    return options.send(message)
  }
  const awaited = new Map<string, (response: JSONRPCMessage) => void>()
  let attached: Transport | undefined
  let responded = false
  return {
    send,
    attach(initializeId) {
      const transport = createAttachedTransport(marks, (message) => {
        if (initializeId === undefined || !isInitialize(message)) return send(message)
        awaited.set(String(initializeId), (response) =>
          deliverMessage(transport, { ...response, id: message.id }),
        )
        return send({ ...message, id: initializeId })
      })
      attached = transport
      return transport
    },
    responseTo: (id) => new Promise((resolve) => awaited.set(String(id), resolve)),
    hasResponded: () => responded,
    receive(message) {
      const id = 'method' in message ? undefined : message.id
      if (id !== undefined) responded = true
      // Some servers respond with the number as text.
      const resolve = awaited.get(String(id))
      if (resolve) {
        awaited.delete(String(id))
        resolve(message)
      } else if (!attached && id !== undefined) options.log.noteUnknownResponse(id)
      else if (attached && requests.admits(message)) deliverMessage(attached, message)
    },
    ended: () => attached?.onclose?.(),
  }
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && message.method === 'initialize' && 'id' in message
}

/** Closing it detaches the client; what carries the messages belongs to the session. */
function createAttachedTransport(marks: object, send: SharedTransport['send']): Transport {
  const transport: Transport = {
    ...marks,
    start: () => Promise.resolve(),
    send: (message) => send(message),
    close() {
      transport.onclose?.()
      delete transport.onmessage
      delete transport.onclose
      return Promise.resolve()
    },
  }
  return transport
}
