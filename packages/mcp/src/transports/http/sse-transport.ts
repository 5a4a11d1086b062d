import {
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  type FetchLike,
  type Transport,
} from '@modelcontextprotocol/client'
import { createIncomingMessages } from '../ordered-delivery.ts'
import { createRequestFilter } from '../duplicate-request-filter.ts'
import {
  noHooks,
  type HttpTransport,
  type HttpTransportOptions,
} from './streamable-http-transport.ts'
import { createRedirectFetch, sendTo } from './redirect-fetch.ts'
import { createBoundedFetch, type BoundedFetchOptions } from './bounded-fetch.ts'
import { createNotificationFetch } from './notification-answers.ts'
import { postFacts, recordExchanges } from './record-exchanges.ts'

/**
 * HTTP+SSE, the transport of MCP 2024-11-05: one event stream that names where to post, within the
 * same origin. A stream that ends is never opened again by itself: the server has a new session then,
 * which knows nothing of the handshake.
 */
export function createSseTransport(options: HttpTransportOptions): HttpTransport {
  const { recorder } = options
  const observed = createObservedFetch(options, {
    transport: () => outer,
    idle: () => incoming.idle(),
  })
  const requests = createRequestFilter(options.log)
  const opening: Opening = { refusal: undefined, isOver: false }
  const endpoint = createRedirectFetch(observed, new URL(options.url))
  const inner = new SSEClientTransport(new URL(options.url), {
    fetch: keepRefusals(endpoint.fetch, opening),
    requestInit: { headers: options.headers },
    redirectPolicy: 'same-origin',
  })
  let isOpen = false
  const outer: Transport = {
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    async start() {
      try {
        await inner.start()
        isOpen = true
      } catch (error) {
        // Else it would try again and again behind our back.
        await inner.close()
        throw startError(error, opening)
      }
    },
    close() {
      isOpen = false
      return inner.close()
    },
    async send(message) {
      recorder.sent(message, undefined, postFacts(options.url))
      requests.sent(message)
      await sendTo(endpoint, message, () => inner.send(message))
    },
  }
  const incoming = createIncomingMessages({ transport: () => outer, recorder, requests })
  inner.onmessage = (message) => incoming.take(message)
  inner.onclose = () => outer.onclose?.()
  inner.onerror = (error) => {
    if (opening.isOver) return
    outer.onerror?.(error)
    if (!isOpen || !(error instanceof SseError)) return
    isOpen = false
    opening.isOver = true
    // What came before the end is delivered, and not lost.
    void incoming.delivered().then(() => {
      made.hooks.onLost(opening.refusal ?? new TypeError('fetch failed: the event stream ended.'))
      void inner.close().catch(() => undefined)
    })
  }
  const made: HttpTransport = {
    kind: 'http-sse',
    transport: outer,
    hooks: noHooks,
    begunSession: undefined,
    terminate: () => Promise.resolve(),
  }
  return made
}

function createObservedFetch(
  { recorder, log, http, onRefused }: HttpTransportOptions,
  own: Pick<BoundedFetchOptions, 'transport' | 'idle'>,
): FetchLike {
  return createBoundedFetch({
    ...own,
    fetch: recordExchanges(createNotificationFetch(http.fetch, log), recorder),
    log,
    recorder,
    respondsToPost: false,
    ...(onRefused ? { onRefused } : {}),
  })
}

interface Opening {
  /** Refusal of the event stream, as the failure of a request. */
  refusal: unknown
  /** The stream ended: it is not asked for again while the rest of what came is delivered. */
  isOver: boolean
}

/** Failures of requests as the errors that the rest of the connection layer knows. */
function keepRefusals(inner: FetchLike, opening: Opening): FetchLike {
  return async (url, init) => {
    const isPost = init?.method === 'POST'
    if (opening.isOver && !isPost) throw new TypeError('The event stream ended.')
    try {
      const response = await inner(url, init)
      if (response.status < 400) {
        if (!isPost && response.status >= 300) opening.refusal = statusError(response, undefined)
        return response
      }
      throw statusError(response, await response.text())
    } catch (error) {
      if (!isPost && init?.signal?.aborted !== true) opening.refusal = error
      throw error
    }
  }
}

function statusError({ status, statusText }: Response, text: string | undefined): SdkHttpError {
  const message = text === undefined ? `HTTP ${status}: not followed.` : `HTTP ${status}: ${text}`
  return new SdkHttpError(SdkErrorCode.ClientHttpFailedToOpenStream, message, {
    status,
    statusText,
    ...(text === undefined ? {} : { text }),
  })
}

function startError(error: unknown, { refusal }: Opening): unknown {
  return error instanceof SseError && refusal !== undefined ? refusal : error
}
