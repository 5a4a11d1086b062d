import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRawBench, done, type RawBench } from './raw-bench.ts'

let raw: RawBench

beforeEach(async () => {
  raw = await createRawBench()
})
afterEach(() => raw.close())

const unread = {
  'null in place of an object': 'null',
  'a number in place of an object': '17',
  'a hidden key': '{"content":[],"structuredContent":{"__proto__":{"a":1}}}',
  'too many values': `{"content":[],"structuredContent":[${'0,'.repeat(100_100)}0]}`,
  'too many bytes': `{"content":[{"type":"text","text":"${'x'.repeat(17_000_000)}"}]}`,
  'too many levels': `{"content":[],"structuredContent":${'['.repeat(200)}${']'.repeat(200)}}`,
}

/**
 * @threat responses.unread-result
 * @attacker server
 * @tries To have a call that ran be called again unasked, by a result that cannot be read: too large, of a wrong shape,
 * with a hidden key.
 * @stoppedBy Only an error in the words of the server counts as a refusal; any other response ends the call as one that
 * may have run. Structured content that does not match its schema is kept, with a note.
 */
test.each(
  Object.entries(unread).flatMap(([what, text]) => [
    [what, 'a body', text] as const,
    [what, 'an event', text] as const,
  ]),
)(
  'a call whose result has %s in %s is reported as one that may have run',
  async (_what, how, text) => {
    let calls = 0
    const opened = await raw.openWith(({ message, response }) => {
      if (message['method'] !== 'tools/call') return false
      calls += 1
      const body = `{"jsonrpc":"2.0","id":${JSON.stringify(message['id'])},"result":${text}}`
      const isBody = how === 'a body'
      const type = isBody ? 'application/json' : 'text/event-stream'
      response.writeHead(200, { 'content-type': type }).end(isBody ? body : `data: ${body}\n\n`)
      return true
    })
    await expect(opened.call()).rejects.toMatchObject({
      code: expect.stringMatching(/^call\/(outcome-unknown|connection-lost)$/),
      message: expect.stringContaining('may'),
    })
    expect(calls).toBe(1)
    proves('faults.unread.result')
  },
)

test('an error in words of the server still says that the call was refused', async () => {
  const opened = await raw.openWith(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    const error = { code: -32_000, message: 'No.' }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], error }))
    return true
  })
  await expect(opened.call()).rejects.toMatchObject({
    code: 'call/protocol',
    data: { detail: 'No.', rpcCode: -32_000 },
  })
})

test('a result of 100,000 values less a few is read', async () => {
  const opened = await raw.openWith(({ message, reply }) => {
    if (message['method'] !== 'tools/call') return false
    reply({ ...done, structuredContent: { values: Array.from({ length: 90_000 }, () => 0) } })
    return true
  })
  expect(await opened.call()).toMatchObject(done)
})
