import type { GatehouseError } from '@gatehouse/domain'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Bytes of a whole answer over the network. */
const MAX_BYTES = 96 * 1024 * 1024
/** Bytes of one event, which is read and checked as a whole. */
const MAX_EVENT_BYTES = 4 * 1024 * 1024
/** Values in one event's JSON; real ones have a few dozen. */
const MAX_EVENT_NODES = 20_000
/** Bytes passed on before other work of the process gets its turn. */
const SLICE_BYTES = 16 * 1024

const [NEW_LINE, RETURN, QUOTE, BACKSLASH] = [0x0a, 0x0d, 0x22, 0x5c]
const OPENERS = new Set([0x2c, 0x5b, 0x7b])

/** Events of one answer: several times what the longest answer that is asked for has. */
export const MAX_EVENTS = 100_000

/** Why a stream is ended; the words are its owner's. */
export type StreamExcess = 'bytes' | 'events' | 'event-bytes' | 'event-nodes'

/** Measures events before anything parses them: bytes and values since the last empty line. */
function createEventGauge(maxEvents: number): (bytes: Uint8Array) => StreamExcess | undefined {
  let total = 0
  let events = 0
  let size = 0
  let nodes = 0
  let inString = false
  let escaped = false
  let lineIsEmpty = true
  return (bytes) => {
    total += bytes.byteLength
    if (total > MAX_BYTES) return 'bytes'
    for (const byte of bytes) {
      size += 1
      if (byte === NEW_LINE || byte === RETURN) {
        if (lineIsEmpty && byte === NEW_LINE) {
          events += 1
          size = 0
          nodes = 0
        }
        if (byte === NEW_LINE) lineIsEmpty = true
        inString = false
        escaped = false
        continue
      }
      lineIsEmpty = false
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = true
      else if (OPENERS.has(byte)) nodes += 1
    }
    if (events > maxEvents) return 'events'
    if (size > MAX_EVENT_BYTES) return 'event-bytes'
    return nodes > MAX_EVENT_NODES ? 'event-nodes' : undefined
  }
}

/**
 * The body in small slices with pauses in between, so that an answer sent at full speed does not block the process.
 * It fails with `refuse` when it exceeds a limit.
 */
export function boundedStream(
  body: ReadableStream<Uint8Array>,
  { maxEvents, refuse }: { maxEvents: number; refuse: (excess: StreamExcess) => GatehouseError },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const measure = createEventGauge(maxEvents)
  let rest: Uint8Array = new Uint8Array(0)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (rest.byteLength === 0) {
          const { done, value } = await reader.read()
          if (done) {
            controller.close()
            return
          }
          rest = value
        }
        await yieldToEventLoop()
        const slice = rest.subarray(0, SLICE_BYTES)
        rest = rest.subarray(SLICE_BYTES)
        const excess = measure(slice)
        if (excess === undefined) {
          controller.enqueue(slice)
          return
        }
        controller.error(refuse(excess))
        await reader.cancel().catch(() => undefined)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
