import { expect, test } from 'vitest'
import { sanitizeEvents } from './sanitize-events.ts'

interface Guarded {
  replace?: (data: string) => string | undefined
  maxBytes?: number
}

function textOf(chunks: string[], { replace = () => undefined, maxBytes = 20 }: Guarded = {}) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const guard = sanitizeEvents({
    maxBytes,
    tooLarge: () => Promise.resolve(new Error('larger')),
    replace: (data) => Promise.resolve(replace(data)),
  })
  return new Response(body.pipeThrough(guard)).text()
}

const whole = 'data: 1234567890\n\ndata: 1234567890\n\n'

/**
 * @threat inbound.events
 * @attacker server
 * @tries To reach the SDK with an event that was not judged, or to slow its parser with line ends.
 * @stoppedBy Events are cut, judged and given one kind of line end before any other parser sees them.
 */
test.each([
  ['LF', ['data: 1234567890\n\n', 'data: 1234567890\n\n', 'data: 12345']],
  ['CR LF', ['data: 1234567890\r\n\r\n', 'data: 1234567890\r\n\r\n', 'data: 12345']],
  ['CR', ['data: 1234567890\r\r', 'data: 1234567890\r\r', 'data: 12345']],
  ['LF in two chunks', ['data: 1234567890\n', '\ndata: 1234567890', '\n\ndata: 1']],
  ['CR LF in two chunks', ['data: 1234567890\r', '\n\r', '\ndata: 1234567890\r\n', '\r\ndata: 1']],
  ['mixed', ['data: 1234567890\n\r', '\ndata: 1234567890\r\n\n']],
])('whole events that end with %s pass as they are, each within the bound', async (_, chunks) => {
  expect(await textOf(chunks)).toBe(whole)
})

/**
 * @threat streams.compressed-without-end
 * @attacker server
 * @tries To keep main busy with a compressed stream of its own that is gigabytes of newlines, comments or tiny events.
 * @stoppedBy Each event is bounded; how many come in a second is not.
 * @remains There is no rate for the bytes or events of a stream: main was measured at 95 % of a core for as long as it
 * is sent, with halts of up to 207 ms.
 * @threat inbound.events
 */
test('an event of many lines does not get past the bound', async () => {
  await expect(textOf(['data: 12345\n', 'data: 12345\n'])).rejects.toThrow('larger')
})

test('a large event passes in parts, and no character is cut in two', async () => {
  const large = `id: 9\ndata: ${'a😀'.repeat(700_000)}\n\ndata: b\n\n`
  expect(await textOf([large], { maxBytes: 10_000_000 })).toBe(large)
})

test('a replaced event keeps its id, and those beside it are left alone', async () => {
  const text = 'id: 7\ndata: bad\n\ndata: good\n\nevent: x\ndata: bad\n\n'
  const judge = (data: string) => (data === 'bad' ? 'b' : undefined)
  expect(await textOf([text], { replace: judge })).toBe(
    'id: 7\ndata: b\n\ndata: good\n\nevent: x\ndata: bad\n\n',
  )
})

/** @threat inbound.events */
test('many line ends with a CR at the end of a chunk cost no more than others', async () => {
  const cost = async (end: string) => {
    const lines = `${'\n'.repeat(65_535)}${end}`
    const started = process.cpuUsage()
    await textOf(Array.from({ length: 20 }, () => lines))
    return process.cpuUsage(started).user / 1000
  }
  const others = await cost('\n')
  expect(await cost('\r')).toBeLessThan(3 * others + 300)
})

/** @threat inbound.many-messages */
test('many small events leave everything else its turn in between', async () => {
  const encoder = new TextEncoder()
  const chunk = encoder.encode('data: {}\n\n'.repeat(6000))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let index = 0; index < 5; index += 1) controller.enqueue(chunk)
      controller.close()
    },
  })
  let inOneTurn = 0
  let most = 0
  const guard = sanitizeEvents({
    maxBytes: 1_000_000,
    tooLarge: () => Promise.resolve(new Error('larger')),
    replace() {
      inOneTurn += 1
      most = Math.max(most, inOneTurn)
      return undefined
    },
  })
  let next = setImmediate(function turn() {
    inOneTurn = 0
    next = setImmediate(turn)
  })
  const text = await new Response(body.pipeThrough(guard)).text()
  clearImmediate(next)
  expect(text).toBe('data: {}\n\n'.repeat(30_000))
  expect(most).toBeLessThanOrEqual(128)
})

test('a stream is read no further while what came of it waits for its reader', async () => {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1
        if (read > 200) controller.close()
        else controller.enqueue(new TextEncoder().encode('data: 1234567890\n\n'))
      },
    },
    { highWaterMark: 0 },
  )
  let release = (): void => undefined
  const busy = new Promise<void>((resolve) => (release = resolve))
  const guard = sanitizeEvents({
    maxBytes: 20,
    tooLarge: () => Promise.resolve(new Error('larger')),
    replace: () => undefined,
    ready: () => busy,
  })
  const text = new Response(body.pipeThrough(guard)).text()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(read).toBeLessThan(5)
  release()
  expect(await text).toBe('data: 1234567890\n\n'.repeat(200))
})
