import { yieldIfBudgetSpent } from '@gatehouse/base'
import type { JsonObject } from '@gatehouse/domain'
import { objectOf } from '../fields.ts'
import {
  parseEvent,
  readEvents,
  type ReadEventsOptions,
  type StreamEvent,
} from '../answer/stream-events.ts'

/** Bytes of length, length of the headers and CRC of both. */
const PRELUDE = 12
/** The prelude and the CRC of the message: no message is shorter. */
const LEAST_MESSAGE = 16
const MAX_MESSAGE = 4 * 1024 * 1024
const MAX_BYTES = 96 * 1024 * 1024

/** Statuses of exceptions in a stream (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). */
const STATUSES: Readonly<Record<string, number>> = {
  internalServerException: 500,
  modelStreamErrorException: 424,
  serviceUnavailableException: 503,
  throttlingException: 429,
  validationException: 400,
}

type Decode = (message: Uint8Array) => { headers: Headers; body: Uint8Array }
type Headers = Record<string, { value: unknown }>

/** Cuts the bytes of a body into messages. */
class MessageBuffer {
  #pieces: Uint8Array[] = []
  #size = 0

  push(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#size += piece.byteLength
  }

  get size(): number {
    return this.#size
  }

  /** Returns the length of the next message in bytes; `undefined` before it has come. */
  get nextLength(): number | undefined {
    if (this.#size < PRELUDE) return undefined
    return new DataView(this.#first(PRELUDE).buffer).getUint32(0)
  }

  take(length: number): Uint8Array {
    const taken = this.#first(length)
    const all = this.#joined()
    this.#pieces = [all.subarray(length)]
    this.#size -= length
    return taken
  }

  /** Returns a copy of the first bytes. */
  #first(length: number): Uint8Array<ArrayBuffer> {
    return this.#joined().slice(0, length)
  }

  #joined(): Uint8Array<ArrayBuffer> {
    const [only] = this.#pieces
    if (only && this.#pieces.length === 1) return only as Uint8Array<ArrayBuffer>
    const joined = new Uint8Array(this.#size)
    let at = 0
    for (const piece of this.#pieces) {
      joined.set(piece, at)
      at += piece.byteLength
    }
    this.#pieces = [joined]
    return joined
  }
}

/**
 * Reads a body of `application/vnd.amazon.eventstream`
 * (https://smithy.io/2.0/aws/amazon-eventstream.html) as events, those of one piece at a time. A message whose CRC is
 * wrong is a broken event. A body that is none of this type, such as a proxy's page, is read as text.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  options: ReadEventsOptions,
): AsyncGenerator<StreamEvent[], void, undefined> {
  const reader = body.getReader()
  const first = await reader.read()
  if (first.done) return
  // Messages are shorter than 16 MiB, so the first byte of their length is 0; no text begins with it.
  if (first.value[0] !== 0) {
    yield* readEvents(continued(first.value, reader), options)
    return
  }
  const decode = await createDecoder()
  const buffer = new MessageBuffer()
  let bytes = 0
  let count = 0
  try {
    for (
      let piece: Uint8Array | undefined = first.value;
      piece;
      piece = (await reader.read()).value
    ) {
      await yieldIfBudgetSpent()
      bytes += piece.byteLength
      if (bytes > MAX_BYTES) throw options.refuse('bytes')
      buffer.push(piece)
      const events = eventsIn(buffer, decode, options)
      count += events.length
      if (count > options.maxEvents) throw options.refuse('events')
      yield events
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function createDecoder(): Promise<Decode> {
  const { EventStreamCodec } = await import('@smithy/eventstream-codec')
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const codec = new EventStreamCodec(
    (bytes: Uint8Array | string) => (typeof bytes === 'string' ? bytes : decoder.decode(bytes)),
    (text) => encoder.encode(text),
  )
  return (message) => codec.decode(message)
}

/** Returns the body again from a piece on that was read already. */
function continued(
  first: Uint8Array,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const BROKEN: StreamEvent = { type: 'broken', text: '', isLast: false }

/** Returns the events of the messages that are whole. */
function eventsIn(
  buffer: MessageBuffer,
  decode: Decode,
  options: ReadEventsOptions,
): StreamEvent[] {
  const events: StreamEvent[] = []
  for (;;) {
    const length = buffer.nextLength
    if (length === undefined) return events
    if (length < LEAST_MESSAGE) return [...events, BROKEN]
    if (length > MAX_MESSAGE) throw options.refuse('event-bytes')
    if (buffer.size < length) return events
    events.push(eventOf(buffer.take(length), decode, options))
  }
}

function eventOf(message: Uint8Array, decode: Decode, { refuse }: ReadEventsOptions): StreamEvent {
  let decoded: ReturnType<Decode>
  try {
    decoded = decode(message)
  } catch {
    return BROKEN
  }
  const { headers, body } = decoded
  const header = (name: string): string => {
    const value = headers[name]?.value
    return typeof value === 'string' ? value : ''
  }
  const text = new TextDecoder().decode(body)
  const value = objectOf(parseEvent(text, refuse)?.value)
  switch (header(':message-type')) {
    case 'exception':
      return errorEvent(header(':exception-type'), value ?? { message: text })
    case 'error':
      return errorEvent(header(':error-code'), { message: header(':error-message') })
    default:
      return value
        ? { type: 'json', value, name: header(':event-type') }
        : { type: 'broken', text, isLast: false }
  }
}

/** Returns an error in the form in which bodies of the other APIs have theirs. */
function errorEvent(type: string, fields: JsonObject): StreamEvent {
  const code = STATUSES[type]
  const error = { ...fields, type, ...(code === undefined ? {} : { code }) }
  return { type: 'json', value: { type: 'error', error }, name: 'error' }
}
