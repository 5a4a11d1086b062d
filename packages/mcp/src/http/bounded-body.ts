import { BadAnswer } from './bad-answer.ts'

const LF = 10
const CR = 13

/** The answer with a body that fails once one message in it is larger than `maxBytes`. */
export function boundBody(response: Response, maxBytes: number): Response {
  if (!response.body) return response
  const isStream = contentTypeOf(response) === 'text/event-stream'
  let size = 0
  let lastByte = 0
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      // In an event stream one event holds one message; else the whole body does.
      const lastEnd = isStream ? endOfLastEvent(chunk, lastByte) : -1
      lastByte = chunk.at(-1) ?? lastByte
      size = lastEnd === -1 ? size + chunk.length : chunk.length - lastEnd
      if (size > maxBytes) controller.error(tooLarge(response, maxBytes))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(limiter), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}

/** Where the last event ends whose empty line is in the chunk, or -1. Line ends are LF, CR LF or CR. */
function endOfLastEvent(chunk: Uint8Array, before: number): number {
  for (let index = chunk.length - 1; index >= 0; index -= 1) {
    const byte = chunk[index]
    if (byte !== LF && byte !== CR) continue
    const previous = chunk[index - 1] ?? before
    const beforeThat = chunk[index - 2] ?? before
    if (previous === byte || (byte === LF && previous === CR && beforeThat === LF)) return index + 1
  }
  return -1
}

/** At most `maxBytes` of the body as text; the rest is not fetched. Never rejects. */
export async function readPrefix(response: Response, maxBytes: number): Promise<string> {
  const body: ReadableStream<Uint8Array> | null = response.body
  const reader = body?.getReader()
  if (!reader) return ''
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

function tooLarge(response: Response, maxBytes: number): BadAnswer {
  return new BadAnswer(`The answer is larger than ${maxBytes} bytes, the most that is read.`, {
    contentType: contentTypeOf(response),
    body: '',
  })
}
