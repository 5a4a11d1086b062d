import { parseRetryAfter } from '@gatehouse/domain'
import type { FetchLike, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import { InvalidResponseError, contentTypeOf, readPrefix, withBody } from './response-body.ts'
import { redactUrl } from '../../system/network/redact-url.ts'
import { requestIdOf } from '../../message-parsing/envelope.ts'
import { validateResponse, plainRefusal } from './validate-response.ts'

/** Bytes of an error response that are read. */
const MAX_ERROR_BODY = 65_536
const MESSAGE_TYPES = new Set(['application/json', 'text/event-stream'])

export interface BoundedFetchOptions {
  fetch: FetchLike
  log: OutputLog
  recorder: FrameRecorder
  /** Sends the refusal of a server's own request. */
  transport(): Pick<Transport, 'send'>
  /**
   * True if the response to a POST is a message; over HTTP+SSE it is only a receipt. Default true.
   */
  respondsToPost?: boolean
  /** The request of which the message that is being sent, or a stream that is resumed, is the response. */
  owner?(): string | number | undefined
  /** Resolves when the client was given what came so far; streams are read no further before. */
  idle?(): Promise<void> | undefined
  /** See `HttpTransportOptions`. */
  onRefused?(retryAfterMs: number | undefined): void
}

/**
 * A `fetch` that logs failures, reads at most a bounded length of each body, and refuses web pages
 * and messages over the budget.
 */
export function createBoundedFetch(options: BoundedFetchOptions): FetchLike {
  const { log, recorder, transport, respondsToPost = true } = options
  const onRefusal = (response: JSONRPCMessage): void =>
    void transport()
      .send(response)
      .catch(() => undefined)
  return async (url, init) => {
    const method = init?.method ?? 'GET'
    const response = await options.fetch(url, init)
    const what = `${method} ${redactUrl(url)} responded with HTTP ${response.status}`
    if (response.status >= 400) {
      // A server without an event stream of its own responds to GET with 405: nothing is wrong.
      if (method !== 'GET' || response.status !== 405) log.write('debug', `${what}.`)
      if (method === 'POST')
        options.onRefused?.(parseRetryAfter(response.headers.get('retry-after'), Date.now()))
      return withBody(response, plainRefusal(await readPrefix(response, MAX_ERROR_BODY)))
    }
    if (!response.ok || response.status === 202 || !response.body) return response
    if (method === 'POST' && !respondsToPost)
      return withBody(response, await readPrefix(response, MAX_ERROR_BODY))
    const type = contentTypeOf(response)
    const isMessage = method !== 'POST' || type === '' || MESSAGE_TYPES.has(type)
    if (!isMessage || (method === 'GET' && type !== 'text/event-stream'))
      throw new InvalidResponseError(`${what} and ${type}, which is not a protocol message.`, {
        contentType: type,
        body: await readPrefix(response, MAX_ERROR_BODY),
      })
    const owner = requestIdOf(init?.body) ?? options.owner?.()
    const idle = () => options.idle?.()
    return validateResponse(response, { recorder, log, onRefusal, owner, idle })
  }
}
