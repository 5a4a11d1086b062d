import {
  StreamableHTTPClientTransport,
  type FetchLike,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { createIncomingMessages, deliverMessage } from '../ordered-delivery.ts'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import {
  errorForLost,
  errorForUnreadable,
  errorForUnusable,
} from '../../message-parsing/unusable-response.ts'
import { createRequestFilter } from '../duplicate-request-filter.ts'
import type { HttpClient } from '../../system/network/open-http-client.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import { InvalidResponseError } from './response-body.ts'
import { createRedirectFetch, sendTo } from './redirect-fetch.ts'
import { createBoundedFetch, type BoundedFetchOptions } from './bounded-fetch.ts'
import { createNotificationFetch } from './notification-answers.ts'
import { postFacts, recordExchanges, recordRefusal } from './record-exchanges.ts'
import { defineAsyncScope } from '../../system/timing/async-scope.ts'
import { createResumableFetch, type StreamHooks } from './resumable-stream.ts'

/** One message on its way, and its outcome. */
interface Sending {
  id: string | number | undefined
  sawInvalid: boolean
}

const sendingScope = defineAsyncScope<Sending>()

const SESSION = 'mcp-session-id'
const INVALID = 'The response is not a valid protocol message.'

export interface HttpTransportOptions {
  url: string
  headers: Record<string, string>
  http: HttpClient
  recorder: FrameRecorder
  log: OutputLog
  /** The server refused a request; `retryAfterMs` is how long it asks to wait, if it does. */
  onRefused?(retryAfterMs: number | undefined): void
}

/** Events of a transport for the manager of its session. */
export interface HttpTransportHooks extends StreamHooks {
  /** Nothing more can come over this transport. */
  onLost(error: unknown): void
}

/** A tapped transport, and the end of its session on the server. */
export interface HttpTransport {
  kind: 'streamable-http' | 'http-sse'
  transport: Transport
  /** Set by the session manager. */
  hooks: HttpTransportHooks
  /** The session on the server, also one that it began for a request that is no handshake. */
  readonly begunSession: string | undefined
  /** Ends the session on the server; rejects when the server refuses. */
  terminate(): Promise<void>
}

/** The SDK's own reconnection loses its position when a stream breaks twice, and stops silently. */
const noReconnection = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 1000,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 0,
}

/** Until a session manager takes over. */
export const noHooks: HttpTransportHooks = {
  onForgotten: () => undefined,
  onUnreachable: () => undefined,
  onGap: () => undefined,
  onBroken: () => undefined,
  onLost: () => undefined,
}

/**
 * Streamable HTTP (MCP 2025-11-25, basic/transports). Redirects stay within the origin, and only what
 * may be sent twice follows them; streams are resumed. A request whose stream ends without a response fails as lost, instead of waiting forever.
 */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { recorder, log } = options
  // Streams are read long after a message was sent, and several at a time.
  const sending = sendingScope()
  const { inner, endpoint, session } = createInner(options, {
    transport: () => outer,
    hooks: () => made.hooks,
    idle: () => incoming.idle(),
    owner: () => sending.current()?.id,
  })
  const waiting = new Set<string | number>()
  const requests = createRequestFilter(log)
  const outer: Transport = {
    hasPerRequestStream: true,
    get sessionId() {
      return inner.sessionId
    },
    ...lifecycleOf(inner),
    async send(message, sendOptions) {
      recorder.sent(message, undefined, postFacts(options.url))
      const id = requestId(message)
      const own: Sending = { id, sawInvalid: false }
      if (id !== undefined) waiting.add(id)
      requests.sent(message)
      const onRequestStreamEnd = () => {
        sendOptions?.onRequestStreamEnd?.()
        if (id === undefined || !waiting.delete(id)) return
        deliverMessage(outer, own.sawInvalid ? errorForUnusable(id, INVALID) : errorForLost(id))
      }
      try {
        // The two types differ only in how they write "absent".
        const given = { ...sendOptions, onRequestStreamEnd } as Parameters<typeof inner.send>[1]
        await sendTo(endpoint, message, () => sending.run(own, () => inner.send(message, given)))
      } catch (error) {
        if (id !== undefined) waiting.delete(id)
        recordRefusal(recorder, message, error)
        if (!isInvalid(error)) throw error
        if (id === undefined || !isNotJson(error)) throw invalidResponse()
        deliverMessage(outer, errorForUnreadable(id))
      }
    },
  }
  const incoming = createIncomingMessages({ transport: () => outer, recorder, requests })
  inner.onmessage = (message) => {
    // At once: the end of its stream may come before its turn.
    if (!('method' in message) && message.id !== undefined) waiting.delete(message.id)
    incoming.take(message)
  }
  inner.onclose = () => outer.onclose?.()
  inner.onerror = (error) => {
    noteInvalid(sending.current(), error)
    outer.onerror?.(error)
  }
  const made: HttpTransport = {
    kind: 'streamable-http',
    transport: outer,
    hooks: noHooks,
    get begunSession() {
      return inner.sessionId ?? session.id()
    },
    terminate: () => (inner.sessionId === undefined ? session.end() : inner.terminateSession()),
  }
  return made
}

/** The client's own transport, which sees only what it may read. */
function createInner(
  options: HttpTransportOptions,
  own: Required<Pick<BoundedFetchOptions, 'transport' | 'owner' | 'idle'>> & {
    hooks(): StreamHooks
  },
) {
  const session = watchSession(options)
  const answered = createNotificationFetch(session.fetch, options.log)
  const tapped = recordExchanges(answered, options.recorder)
  const observed = createBoundedFetch({ ...options, ...own, fetch: tapped })
  const endpoint = createRedirectFetch(observed, new URL(options.url))
  const inner = new StreamableHTTPClientTransport(new URL(options.url), {
    fetch: createResumableFetch(endpoint.fetch, own.hooks),
    requestInit: { headers: options.headers },
    redirectPolicy: 'same-origin',
    reconnectionOptions: noReconnection,
  })
  return { inner, endpoint, session }
}

/** The session that a server begins for any request: the client knows only that of a handshake. */
function watchSession({ http, url, headers }: HttpTransportOptions) {
  let id: string | undefined
  const fetch: FetchLike = async (target, init) => {
    const response = await http.fetch(target, init)
    id = response.headers.get(SESSION) ?? id
    return response
  }
  return {
    fetch,
    id: () => id,
    async end(): Promise<void> {
      if (id === undefined) return
      const response = await http.fetch(url, {
        method: 'DELETE',
        headers: { ...headers, [SESSION]: id },
      })
      await response.body?.cancel()
    },
  }
}

function noteInvalid(own: Sending | undefined, error: unknown): void {
  if (own && isInvalid(error)) own.sawInvalid = true
}

function invalidResponse(): InvalidResponseError {
  return new InvalidResponseError(INVALID, { contentType: '', body: '' })
}

/** The client's words for text that is not JSON, or JSON that is not a message, are not for people. */
function isInvalid(error: unknown): boolean {
  return isNotJson(error) || (error instanceof Error && /^\$?ZodError$/.test(error.name))
}

function isNotJson(error: unknown): boolean {
  return error instanceof SyntaxError
}

/** The question for the era goes first, without the client, which starts the transport, too. */
function lifecycleOf(inner: StreamableHTTPClientTransport) {
  let started: Promise<void> | undefined
  return {
    setProtocolVersion: (version: string) => inner.setProtocolVersion(version),
    start: () => (started ??= inner.start()),
    close: () => inner.close(),
  }
}

function requestId(message: JSONRPCMessage): string | number | undefined {
  return 'method' in message && 'id' in message ? message.id : undefined
}
