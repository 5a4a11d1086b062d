import {
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { deliver } from '../deliver.ts'
import type { FrameTap } from '../frame-tap.ts'
import { MAX_MESSAGE_BYTES } from '../stdio/message-channel.ts'
import type { OutputLog } from '../stdio/output-log.ts'
import { createObservedFetch } from './observed-fetch.ts'

const LOST_CODE = -32_000
/** Error data of an answer that never came; made here, never on the wire. */
export const LOST_DATA = 'gatehouse/answer-lost'

export interface HttpTransportOptions {
  url: string
  headers: Record<string, string>
  tap: FrameTap
  log: OutputLog
}

/** A tapped transport, and the end of its session on the server. */
export interface HttpTransport {
  transport: Transport
  /** Tells the server that the session is over; rejects when it does not want to hear that. */
  terminate(): Promise<void>
}

/**
 * Streamable HTTP (MCP 2025-11-25, basic/transports). The one place where a transport is chosen for
 * a URL. Redirects stay within the origin. A request whose stream ends without an answer is answered
 * with {@link LOST_CODE}, instead of never.
 */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { tap, log } = options
  const inner = new StreamableHTTPClientTransport(new URL(options.url), {
    fetch: createObservedFetch(log, MAX_MESSAGE_BYTES),
    requestInit: { headers: options.headers },
    redirectPolicy: 'same-origin',
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 8,
    },
  })
  const waiting = new Set<string | number>()
  const outer: Transport = {
    hasPerRequestStream: true,
    get sessionId() {
      return inner.sessionId
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    start: () => inner.start(),
    close: () => inner.close(),
    async send(message, sendOptions) {
      tap.sent(message)
      const id = requestId(message)
      if (id !== undefined) waiting.add(id)
      const onRequestStreamEnd = () => {
        sendOptions?.onRequestStreamEnd?.()
        if (id !== undefined && waiting.delete(id)) deliver(outer, lostAnswer(id))
      }
      try {
        // The two types differ only in how they write "absent".
        const given = { ...sendOptions, onRequestStreamEnd } as Parameters<typeof inner.send>[1]
        await inner.send(message, given)
      } catch (error) {
        if (id !== undefined) waiting.delete(id)
        throw error
      }
    },
  }
  inner.onmessage = (message) => {
    tap.received(message)
    if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
    deliver(outer, message)
  }
  inner.onclose = () => outer.onclose?.()
  inner.onerror = (error) => outer.onerror?.(error)
  return { transport: outer, terminate: () => inner.terminateSession() }
}

function requestId(message: JSONRPCMessage): string | number | undefined {
  return 'method' in message && 'id' in message ? message.id : undefined
}

function lostAnswer(id: string | number): JSONRPCMessage {
  return {
    jsonrpc: '2.0',
    id,
    error: { code: LOST_CODE, message: 'The connection ended before the answer.', data: LOST_DATA },
  }
}
