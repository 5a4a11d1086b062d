import { expect, test } from 'vitest'
import { boundBody } from './bounded-body.ts'

function streamOf(chunks: string[], type: string): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  return boundBody(new Response(body, { headers: { 'content-type': type } }), 20)
}

const events = 'text/event-stream'

test.each([
  ['LF', ['data: 1234567890\n\n', 'data: 1234567890\n\n', 'data: 12345']],
  ['CR LF', ['data: 1234567\r\n\r\n', 'data: 1234567\r\n\r\n', 'data: 12345']],
  ['LF in two chunks', ['data: 1234567890\n', '\ndata: 1234567890', '\n\ndata: 1']],
  ['CR LF in two chunks', ['data: 123456\r\n', '\r\ndata: 123456', '\r\n\r\ndata: 1']],
])('events that end with %s are counted together', async (_name, chunks) => {
  expect(await streamOf(chunks, events).text()).toBe(chunks.join(''))
})

test('an event of many lines gets past the bound', async () => {
  await expect(streamOf(['data: 12345\n', 'data: 12345\n'], events).text()).rejects.toThrow(
    'larger',
  )
})

test('a body that is no stream gets past the bound at an empty line', async () => {
  await expect(streamOf(['12345\n\n'.repeat(4)], 'application/json').text()).rejects.toThrow(
    'larger',
  )
})
