import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import {
  rawInitialized,
  startRawHttpServer,
  type RawHttpServer,
} from '../../../checks/testing/raw-http-server.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

let bench: TestBench
let server: RawHttpServer | undefined

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  await server?.close()
  server = undefined
})

/** A request of the server over the budget of a message, one fault each. */
const params = {
  'nests too deeply': `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
  'has a key __proto__': '{"a":{"__proto__":1}}',
  'is larger than 16 MiB': `{"a":"${'x'.repeat(17_000_000)}"}`,
}
const requestWith = (fault: keyof typeof params) =>
  `{"jsonrpc":"2.0","id":"asked","method":"roots/list","params":${params[fault]}}`
const refusal = {
  id: 'asked',
  error: { code: -32_600, message: expect.stringMatching(/^The request was refused: It /) },
}
const faults = Object.keys(params) as (keyof typeof params)[]

/**
 * @threat inbound.request-without-response
 * @attacker server
 * @tries To wait for ever for the response to a request over the budget, or to let a call wait whose response hides its
 * id behind what is not read.
 * @stoppedBy The outermost members of a message that is refused are read while it goes by: a request gets an error
 * response, the call that waits for a response ends, and the log says which it was.
 * @remains Of a batch, or of an event that names itself only after 16 MiB, it cannot be seen what it belongs to: the
 * log states it, and the call ends at its timeout.
 */
test.each(faults)('a request over HTTP that %s gets an error response', async (fault) => {
  server = await startRawHttpServer(({ method, message, response, reply }) => {
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.write(`data: ${requestWith(fault)}\n\n`)
    }
    if (message['method'] === 'initialize') return reply(rawInitialized, { 'mcp-session-id': 's' })
    return message['id'] === undefined || message['method'] === undefined
      ? void response.writeHead(202).end()
      : reply({})
  })
  const { recording } = await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    { protocol: 'legacy' },
  )
  const response = await eventually(() =>
    server?.requests.find(({ message }) => message['id'] === 'asked'),
  )
  expect(response?.message).toMatchObject(refusal)
  await eventually(() =>
    recording.logs.some(({ text }) => /It was a request of the server/.test(text)),
  )
})

/** @threat inbound.request-without-response */
test.each(faults)('a request over stdio that %s gets an error response', async (fault) => {
  const { command, args } = scriptedServer(
    `if (message.method === 'notifications/initialized')
       process.stdout.write(REQUEST + '\\n');
     else if (message.id === 'asked')
       send({ jsonrpc: '2.0', method: 'notifications/message',
         params: { level: 'error', data: 'got ' + JSON.stringify(message.error) } });
     else next();`,
    `const WAYS = {
       'nests too deeply': '{"a":' + '['.repeat(200) + ']'.repeat(200) + '}',
       'has a key __proto__': '{"a":{"__proto__":1}}',
       'is larger than 16 MiB': '{"a":"' + 'x'.repeat(17_000_000) + '"}',
     };
     const REQUEST = '{"jsonrpc":"2.0","id":"asked","method":"roots/list","params":' +
       WAYS[${JSON.stringify(fault)}] + '}';`,
  )
  const { recording } = await bench.open(stdioTarget({ command, args }), { protocol: 'legacy' })
  await eventually(() => recording.logs.some(({ text }) => /got .*-32600/.test(text)))
})
