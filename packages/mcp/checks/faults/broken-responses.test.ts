import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRawBench, done, result, type RawBench } from './raw-bench.ts'

let raw: RawBench

beforeEach(async () => {
  raw = await createRawBench()
})
afterEach(() => raw.close())

/** @threat faults.retold */
test.each([
  ['whose stream ends', true],
  ['whose stream stays open', false],
])('an event with an id that is cut off fails its call at once: %s', async (_how, ends) => {
  const opened = await raw.openWith(({ message, response, stream }) => {
    if (message['method'] !== 'tools/call') return false
    stream(`id: 1\ndata: ${result(message['id']).slice(0, 50)}\n\n`)
    if (ends) response.end()
    return true
  })
  const startedAt = performance.now()
  await expect(opened.call()).rejects.toMatchObject({
    code: 'call/outcome-unknown',
    message: expect.stringContaining('not JSON'),
  })
  expect(performance.now() - startedAt).toBeLessThan(1000)
  proves('faults.cut-off.resumable')
})

test('an event that is cut off on a resumed stream fails its call at once', async () => {
  let id: unknown
  const opened = await raw.openWith(({ method, message, headers, response, stream }) => {
    if (message['method'] === 'tools/call') {
      id = message['id']
      stream('id: 1\nretry: 10\ndata: \n\n')
      response.end()
      return true
    }
    if (method !== 'GET' || headers['last-event-id'] !== '1') return false
    // Its id comes after the cut.
    stream(`id: 2\ndata: ${JSON.stringify({ jsonrpc: '2.0', result: done }).slice(0, 40)}\n\n`)
    return true
  })
  const startedAt = performance.now()
  await expect(opened.call()).rejects.toMatchObject({ code: 'call/outcome-unknown' })
  expect(id).toBeDefined()
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('half of a notification is passed over, and the response after it counts', async () => {
  const opened = await raw.openWith(({ message, response, stream }) => {
    if (message['method'] !== 'tools/call') return false
    stream('data: {"jsonrpc":"2.0","method":"notifications/progress","par\n\n')
    response.end(`data: ${result(message['id'])}\n\n`)
    return true
  })
  expect(await opened.call()).toMatchObject(done)
})

test.each([
  [
    'a response that is not JSON',
    (_id: unknown) => ['application/json', '{ "jsonrpc": "2.0", "res'],
  ],
  [
    'half of a message before a response',
    (id: unknown) => ['text/event-stream', `data: {"oops":1}\n\ndata: ${result(id)}\n\n`],
  ],
])('%s says nothing of a later call whose response is lost', async (_what, first) => {
  let calls = 0
  const opened = await raw.openWith(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    calls += 1
    const lost = ['text/event-stream', ': nothing\n\n']
    const [type = '', body] = calls === 1 ? first(message['id']) : lost
    response.writeHead(200, { 'content-type': type }).end(body)
    return true
  })
  await opened.call().catch(() => undefined)
  await expect(opened.call()).rejects.toMatchObject({
    code: 'call/connection-lost',
    message: expect.stringContaining('may or may not have run'),
  })
  expect(calls).toBe(2)
  proves('faults.cut-off.own')
})
