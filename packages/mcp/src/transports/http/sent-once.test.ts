import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  nobody,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import {
  rawInitialized,
  startRawHttpServer,
  type RawExchange,
} from '../../../checks/testing/raw-http-server.ts'

const tool = { name: 'pay', inputSchema: { type: 'object' } }
let bench: TestBench
let closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  await Promise.all(closers.map((close) => close()))
  closers = []
})

interface Handlers {
  /** Takes the exchange when it gives `true`. */
  before?: (exchange: RawExchange) => boolean
  call?: (exchange: RawExchange) => void
}

/** A legacy server that gives out sessions, counts its calls, and responds to the rest as it should. */
async function open({ before, call }: Handlers) {
  let calls = 0
  let sessions = 0
  const server = await startRawHttpServer((exchange) => {
    const { method, message, response, reply } = exchange
    const isCall = message['method'] === 'tools/call'
    if (isCall) calls += 1
    if (before?.(exchange)) return
    if (method === 'DELETE') return void response.writeHead(200).end()
    if (method === 'GET') return void response.writeHead(405).end()
    if (isCall && call) return call(exchange)
    switch (message['method']) {
      case 'initialize': {
        sessions += 1
        return reply(rawInitialized, { 'mcp-session-id': `session-${sessions}` })
      }
      case 'tools/list':
        return reply({ tools: [tool] })
      case 'tools/call':
        return reply({ content: [{ type: 'text', text: 'paid' }] })
      case 'server/discover':
        return void response.writeHead(400).end('What?')
      default:
        return void (message['id'] === undefined ? response.writeHead(202).end() : reply({}))
    }
  })
  closers.push(() => server.close())
  const opened = await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    { requestTimeoutMs: 3000 },
  )
  const run = () =>
    opened.connection.callTool(
      { tool, arguments: { pay: 1 }, onProgress: () => undefined },
      NEVER_ABORTED,
    )
  return { ...opened, server, run, calls: () => calls, sessions: () => sessions }
}

function plain(status: number, body: string, headers: Record<string, string> = {}) {
  return ({ response }: RawExchange) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)
}

/**
 * @threat twice.lost-session
 * @attacker server
 * @tries To have one allowed call run twice, by doing it and then responding that its session is gone.
 * @stoppedBy Calls, and responses to what a server asks, are sent once; the session is started again, and the call ends
 * with an unknown outcome, which also suspends a standing permission.
 */
test.each([
  ['404', 404, 'report session not found'],
  ['404 without a word', 404, ''],
  ['400 with a word of a session', 400, 'report session not found'],
])(
  'a call is not sent again when its session is reported as expired: %s',
  async (_how, status, body) => {
    let isFirst = true
    const opened = await open({
      call(exchange) {
        if (isFirst) plain(status, body)(exchange)
        else exchange.reply({ content: [{ type: 'text', text: 'paid' }] })
        isFirst = false
      },
    })
    await expect(opened.run()).rejects.toMatchObject({
      code: 'call/outcome-unknown',
      message: expect.stringMatching(/not known whether "pay" ran.*not sent again/),
    })
    expect(opened.calls()).toBe(1)
    // The session is there again for the next call, which is another one.
    expect(opened.sessions()).toBe(2)
    expect((await opened.run()).content).toMatchObject([{ text: 'paid' }])
    expect(opened.recording.downs).toEqual([])
  },
)

test('what only reads is sent again in the new session', async () => {
  let isKnown = true
  const opened = await open({
    before(exchange) {
      if (exchange.message['method'] !== 'tools/list' || isKnown) return false
      isKnown = true
      plain(404, '')(exchange)
      return true
    },
  })
  isKnown = false
  expect(await opened.connection.listTools(NEVER_ABORTED)).toMatchObject([{ name: 'pay' }])
  expect(opened.sessions()).toBe(2)
})

/**
 * @threat twice.redirect
 * @attacker server
 * @tries To have one allowed call run six times, by doing it and then sending it on to itself.
 * @stoppedBy Only what reads follows a redirect within the origin; calls go to where that led, once.
 */
test.each([
  ['307 to itself', 307, '/mcp'],
  ['308 to itself', 308, '/mcp'],
  ['307 to another path', 307, '/other'],
  ['307 to another path with a query', 307, '/other?x=1'],
])('a call is not sent on by a redirect: %s', async (_how, status, location) => {
  const opened = await open({ call: plain(status, '', { location }) })
  await expect(opened.run()).rejects.toMatchObject({
    code: 'call/outcome-unknown',
    message: expect.stringMatching(/redirect/),
  })
  expect(opened.calls()).toBe(1)
})

/**
 * @threat twice.misdirected
 * @attacker server
 * @tries To have the HTTP client itself send a call a second time, as it does for status 421.
 * @stoppedBy Each message has an agent that sends one request.
 */
test('a call is not sent again for 421, which a client of HTTP may repeat by itself', async () => {
  const opened = await open({ call: plain(421, 'Misdirected') })
  await expect(opened.run()).rejects.toThrow(/pay/)
  expect(opened.calls()).toBe(1)
})

/** @threat twice.misdirected */
test.each([401, 403, 408, 409, 425, 429, 500, 502, 503, 504])(
  'a call that gets HTTP %i is sent once',
  async (status) => {
    const opened = await open({ call: plain(status, 'No.', { 'retry-after': '0' }) })
    await expect(opened.run()).rejects.toThrow(/pay/)
    expect(opened.calls()).toBe(1)
  },
)

/** @threat twice.redirect */
test('a server whose address leads on to another path is asked there, and its calls go there at once', async () => {
  const paths: string[] = []
  const opened = await open({
    before({ url, message, response }) {
      paths.push(`${String(message['method'])} ${url}`)
      if (url !== '/mcp') return false
      response.writeHead(307, { location: '/mcp/' }).end()
      return true
    },
  })
  expect((await opened.run()).content).toMatchObject([{ text: 'paid' }])
  expect(opened.calls()).toBe(1)
  expect(paths.filter((path) => path.startsWith('tools/call'))).toEqual(['tools/call /mcp/'])
})

/** @threat twice.redirect */
test('the response to what a server asks is sent once, wherever it is sent on to', async () => {
  let responses = 0
  const server = await startRawHttpServer(({ method, message, response, reply, stream }) => {
    if (method === 'DELETE') return void response.writeHead(200).end()
    if (method === 'GET') return void response.writeHead(405).end()
    if ('result' in message || 'error' in message) {
      responses += 1
      return void response.writeHead(307, { location: '/mcp' }).end()
    }
    switch (message['method']) {
      case 'initialize':
        return reply(rawInitialized, { 'mcp-session-id': 'one' })
      case 'tools/list':
        return reply({ tools: [tool] })
      case 'tools/call':
        return stream('data: {"jsonrpc":"2.0","id":"q","method":"roots/list"}\n\n')
      case 'server/discover':
        return void response.writeHead(400).end()
      default:
        return void (message['id'] === undefined ? response.writeHead(202).end() : reply({}))
    }
  })
  closers.push(() => server.close())
  const { connection } = await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    {
      requestTimeoutMs: 1000,
      clientFeatures: {
        elicitation: { form: false, url: false },
        sampling: false,
        roots: true,
        apps: false,
      },
      onRequest: { ...nobody.onRequest, listRoots: () => Promise.resolve([]) },
    },
  )
  const call = { tool, arguments: {}, onProgress: () => undefined }
  await expect(connection.callTool(call, NEVER_ABORTED)).rejects.toMatchObject({
    code: 'call/timed-out',
  })
  expect(responses).toBe(1)
})
