import type { FetchLike } from '@modelcontextprotocol/client'
import type { OutputLog } from '../stdio/output-log.ts'
import { BadAnswer } from './bad-answer.ts'
import { boundBody, contentTypeOf, readPrefix } from './bounded-body.ts'

/** Bytes of an error answer that are read. */
const MAX_ERROR_BODY = 65_536
const MESSAGE_TYPES = new Set(['application/json', 'text/event-stream'])

export interface ObservedFetchOptions {
  fetch: FetchLike
  log: OutputLog
  maxBytes: number
  /** Whether the answer to a POST is a message; over HTTP+SSE it is only a receipt. Default true. */
  answersPost?: boolean
}

/** A `fetch` that notes what goes wrong, reads no body without bound and refuses web pages. */
export function createObservedFetch(options: ObservedFetchOptions): FetchLike {
  const { log, maxBytes, answersPost = true } = options
  return async (url, init) => {
    const method = init?.method ?? 'GET'
    const response = await options.fetch(url, init)
    const what = `${method} ${placeOf(url)} answered with HTTP ${response.status}`
    if (response.status >= 400) {
      // A server without an event stream of its own says 405 to GET: nothing is wrong.
      if (method !== 'GET' || response.status !== 405) log.say('debug', `${what}.`)
      return keepStatus(response, await readPrefix(response, MAX_ERROR_BODY))
    }
    if (!response.ok || response.status === 202 || !response.body) return response
    if (method === 'POST' && !answersPost)
      return keepStatus(response, await readPrefix(response, MAX_ERROR_BODY))
    const type = contentTypeOf(response)
    const isMessage = method !== 'POST' || type === '' || MESSAGE_TYPES.has(type)
    if (!isMessage || (method === 'GET' && type !== 'text/event-stream'))
      throw new BadAnswer(`${what} and ${type}, which is no protocol message.`, {
        contentType: type,
        body: await readPrefix(response, MAX_ERROR_BODY),
      })
    return boundBody(response, maxBytes)
  }
}

/** Host and path; a query or user name may hold a secret. */
export function placeOf(url: string | URL): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function keepStatus(response: Response, body: string): Response {
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}
