/** An HTTP response that cannot be a protocol message: a web page, or too large. */
export class InvalidResponseError extends Error {
  readonly code = 'invalid-response'
  readonly contentType: string
  /** The first part of the body. */
  readonly body: string

  constructor(message: string, facts: { contentType: string; body: string }) {
    super(message)
    this.name = 'InvalidResponseError'
    this.contentType = facts.contentType
    this.body = facts.body
  }
}

/** The response with a body that fails once it is larger than `maxBytes`. */
export function boundBody(response: Response, maxBytes: number): Response {
  if (!response.body) return response
  let size = 0
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > maxBytes) controller.error(tooLarge(response, maxBytes))
      else controller.enqueue(chunk)
    },
  })
  return withBody(response, response.body.pipeThrough(limiter))
}

/** The same response with another body. */
export function withBody(
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array> | string,
): Response {
  return new Response(body, { status, statusText, headers })
}

/** At most `maxBytes` of the body as text; the rest is not fetched, nor what comes once aborted. Never rejects. */
export async function readPrefix(
  response: Response,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<string> {
  const body: ReadableStream<Uint8Array> | null = response.body
  const reader = body?.getReader()
  if (!reader) return ''
  signal?.addEventListener('abort', () => void reader.cancel().catch(() => undefined), {
    once: true,
  })
  const parts: Uint8Array[] = []
  let size = 0
  try {
    while (size < maxBytes) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      size += value.length
    }
    await reader.cancel()
  } catch {
    // What came before the connection broke is still worth showing.
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
}

/** The media type alone, in lower case. */
export function contentTypeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The failure for a response over the limit. */
export function tooLarge(response: Response, maxBytes: number): InvalidResponseError {
  return new InvalidResponseError(
    `The response is larger than ${maxBytes} bytes, the most that is read.`,
    {
      contentType: contentTypeOf(response),
      body: '',
    },
  )
}
