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

/** A request of the server over the budget of a message, in one way each. */
const params = {
  'nests too deeply': `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
  'has a key __proto__': '{"a":{"__proto__":1}}',
  'is larger than 16 MiB': `{"a":"${'x'.repeat(17_000_000)}"}`,
}
const requestWith = (way: keyof typeof params) =>
  `{"jsonrpc":"2.0","id":"asked","method":"roots/list","params":${params[way]}}`
const refusal = {
  id: 'asked',
  error: { code: -32_600, message: expect.stringMatching(/^The request was refused: It /) },
}
const ways = Object.keys(params) as (keyof typeof params)[]

test.each(ways)('a request over HTTP that %s is answered with an error', async (way) => {
  server = await startRawHttpServer(({ method, message, response, reply }) => {
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.write(`data: ${requestWith(way)}\n\n`)
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
  const answer = await eventually(() =>
    server?.requests.find(({ message }) => message['id'] === 'asked'),
  )
  expect(answer?.message).toMatchObject(refusal)
  await eventually(() =>
    recording.logs.some(({ text }) => /It was a request of the server/.test(text)),
  )
})

test.each(ways)('a request over stdio that %s is answered with an error', async (way) => {
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
       WAYS[${JSON.stringify(way)}] + '}';`,
  )
  const { recording } = await bench.open(stdioTarget({ command, args }), { protocol: 'legacy' })
  await eventually(() => recording.logs.some(({ text }) => /got .*-32600/.test(text)))
})
