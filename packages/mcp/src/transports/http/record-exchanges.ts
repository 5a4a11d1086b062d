import { createHash } from 'node:crypto'
import { SdkHttpError, type FetchLike, type JSONRPCMessage } from '@modelcontextprotocol/client'
import type { HttpFacts } from '@gatehouse/domain'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { contentTypeOf } from './response-body.ts'
import { redactUrl } from '../../system/network/redact-url.ts'
import { requestIdOf } from '../../message-parsing/envelope.ts'

/** Records the HTTP response to each request, without headers and queries. */
export function recordExchanges(fetch: FetchLike, recorder: FrameRecorder): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    const id = requestIdOf(init?.body)
    if (id !== undefined)
      recorder.noteHttpExchange(id, factsOf(url, init?.method ?? 'GET', response))
    return response
  }
}

/** The HTTP properties of a message before its response. */
export function postFacts(url: string): HttpFacts {
  return { method: 'POST', url: redactUrl(url) }
}

/** Records the refusal of a request by a status, which holds no message. */
export function recordRefusal(
  recorder: FrameRecorder,
  message: JSONRPCMessage,
  error: unknown,
): void {
  if (!(error instanceof SdkHttpError) || !('id' in message) || message.id === undefined) return
  recorder.refused(message.id, typeof error.data.text === 'string' ? error.data.text : '')
}

function factsOf(url: string | URL, method: string, response: Response): HttpFacts {
  const type = contentTypeOf(response)
  const session = response.headers.get('mcp-session-id')
  return {
    method,
    url: redactUrl(url),
    status: response.status,
    ...(type === '' ? {} : { contentType: type.slice(0, 100) }),
    // Whoever has the id has the session: enough of its digest to distinguish one from another.
    ...(session === null
      ? {}
      : { session: createHash('sha256').update(session).digest('hex').slice(0, 8) }),
  }
}
