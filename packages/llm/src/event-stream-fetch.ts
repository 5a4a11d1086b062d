import { boundedStream, MAX_EVENTS, type StreamExcess } from './bounded-stream.ts'
import { modelFailed } from './model-error.ts'
import { openResponse, readBody, type OpenContext } from './open-response.ts'
import { looksLikePage } from './provider-message.ts'
import { failureOfErrorResponse } from './provider-error.ts'
import { responseTooLarge } from './step-meter.ts'
import { wellFormedBody } from './well-formed-unicode.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

const MAX_BODY = 64 * 1024

const EXCESS: Record<StreamExcess, string> = {
  bytes: 'more than 96 MB for one answer',
  events: 'an answer of too many events',
  'event-bytes': 'a single event of more than 4 MB',
  'event-nodes': 'a single event of more than 20,000 values',
}

function bounded(
  response: Response,
  { target, maxEvents = MAX_EVENTS, onExcess }: OpenContext,
): Response {
  const body: ReadableStream<Uint8Array> | null = response.body
  if (body === null) return response
  const { status, statusText, headers } = response
  const refuse = (excess: StreamExcess) => {
    const error = responseTooLarge(target, EXCESS[excess])
    onExcess?.(error)
    return error
  }
  const stream = boundedStream(body, { maxEvents, refuse })
  return new Response(stream, { status, statusText, headers })
}

/** 200 with a page or one JSON object is not a stream; some servers put their errors there. */
async function refuseWrongType(
  response: Response,
  signal: AbortSignal,
  context: OpenContext,
): Promise<Response> {
  const { target, modelId } = context
  const type = response.headers.get('content-type') ?? ''
  if (!/\b(?:html|json)\b/.test(type)) return bounded(response, context)
  const { text } = await readBody(response, MAX_BODY, signal)
  const failure = failureOfErrorResponse({ status: undefined, body: text }, target, modelId)
  if (failure.code !== 'server-error' || /"error"/.test(text)) throw modelFailed(failure)
  const what = looksLikePage(text) || type.includes('html') ? 'a web page' : 'one JSON object'
  throw modelFailed({
    ...failure,
    code: 'invalid-response',
    message: `${target.host} sent ${what} instead of a stream. Check the base URL; most end with /v1.`,
  })
}

/** Streams of one answer: one, again without pictures, and as often as Gemini reports that it continues elsewhere. */
const MAX_STREAMS = 16

/** Ends an answer as at the output limit, where Gemini would continue it in another request. */
const atOutputLimit = (): Response =>
  new Response('data: {"candidates":[{"finishReason":"MAX_TOKENS"}]}\n\n', {
    headers: { 'content-type': 'text/event-stream' },
  })

/** The `fetch` that the SDK is given: errors, retries and redirects are dealt with before it. */
export function eventStreamFetch(context: OpenContext): typeof globalThis.fetch {
  let streams = 0
  return async (input, init = {}) => {
    if (streams >= (context.maxStreams ?? Infinity)) return atOutputLimit()
    if (streams >= MAX_STREAMS) {
      const error = responseTooLarge(context.target, `more than ${MAX_STREAMS} parts of one answer`)
      context.onExcess?.(error)
      throw error
    }
    const url = input instanceof Request ? input.url : String(input)
    const { body } = init
    // The SDK wrote the body in this turn, which may be long; looking through it and sending it are others.
    await yieldToEventLoop()
    const request = typeof body === 'string' ? { ...init, body: wellFormedBody(body) } : init
    await yieldToEventLoop()
    const response = await openResponse(url, request, context)
    // What was refused wrote nothing.
    streams += 1
    return refuseWrongType(response, init.signal ?? new AbortController().signal, context)
  }
}
