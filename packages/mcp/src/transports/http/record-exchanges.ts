import { createHash } from 'node:crypto'
import { SdkHttpError, type FetchLike, type JSONRPCMessage } from '@modelcontextprotocol/client'
import type { HttpFacts } from '@gatehouse/domain'
import type { FrameTap } from '../../recording/frame-recorder.ts'
import { contentTypeOf } from './response-body.ts'
import { placeOf } from '../../system/network/redact-url.ts'
import { requestIdOf } from '../../messages/envelope.ts'

/** Tells the tap how each request was answered over HTTP. Neither headers nor queries are told. */
export function tapExchanges(fetch: FetchLike, tap: FrameTap): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    const id = requestIdOf(init?.body)
    if (id !== undefined) tap.exchanged(id, factsOf(url, init?.method ?? 'GET', response))
    return response
  }
}

/** What is known of a message before it was answered. */
export function postFacts(url: string): HttpFacts {
  return { method: 'POST', url: placeOf(url) }
}

/** Records the refusal of a request by a status, which holds no message. */
export function tapRefusal(tap: FrameTap, message: JSONRPCMessage, error: unknown): void {
  if (!(error instanceof SdkHttpError) || !('id' in message) || message.id === undefined) return
  tap.refused(message.id, typeof error.data.text === 'string' ? error.data.text : '')
}

function factsOf(url: string | URL, method: string, response: Response): HttpFacts {
  const type = contentTypeOf(response)
  const session = response.headers.get('mcp-session-id')
  return {
    method,
    url: placeOf(url),
    status: response.status,
    ...(type === '' ? {} : { contentType: type.slice(0, 100) }),
    // Whoever has the id has the session: enough of its digest to tell one from another.
    ...(session === null
      ? {}
      : { session: createHash('sha256').update(session).digest('hex').slice(0, 8) }),
  }
}
