import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import {
  eventText,
  rawInitialized,
  startRawHttpServer,
  type RawExchange,
  type RawHttpServer,
} from '../../../checks/testing/raw-http-server.ts'

const signal = NEVER_ABORTED
const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

const tool = { name: 'work', inputSchema: { type: 'object' } }
const responseTo = (id: unknown, text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
})
const progress = (token: unknown, value: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: token, progress: value },
})
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }

/** A legacy server with a session, whose calls and own stream the test writes. */
async function open(handlers: {
  call?: (exchange: RawExchange) => void
  get?: (exchange: RawExchange) => void
  post?: (exchange: RawExchange) => boolean
}) {
  let sessions = 0
  const server = await startRawHttpServer((exchange) => {
    const { method, message, response, reply } = exchange
    if (method === 'DELETE') return void response.writeHead(200).end()
    if (method === 'GET')
      return handlers.get ? handlers.get(exchange) : void response.writeHead(405).end()
    if (handlers.post?.(exchange)) return undefined
    switch (message['method']) {
      case 'initialize':
        return reply(rawInitialized, { 'mcp-session-id': `s-${(sessions += 1)}` })
      case 'tools/list':
        return reply({ tools: [tool] })
      case 'tools/call':
        return handlers.call?.(exchange)
      case 'server/discover':
        return void response.writeHead(400).end('what?')
      default:
        return message['id'] === undefined ? void response.writeHead(202).end() : reply({})
    }
  })
  closers.push(() => server.close())
  const opened = await bench.open({ kind: 'http', url: server.url, headers: {} })
  return { ...opened, server }
}

type Opened = Awaited<ReturnType<typeof open>>

const call = ({ connection }: Opened, onProgress: (value: number) => void = () => undefined) =>
  connection.callTool(
    { tool, arguments: {}, onProgress: (value) => onProgress(value.progress) },
    signal,
  )

function gets({ requests }: RawHttpServer) {
  return requests.filter(({ method }) => method === 'GET')
}

test('a stream that is dropped twice is asked for from where it was, after its pause', async () => {
  const opened = await open({
    call({ message, stream, response }) {
      const token = (message['params'] as { _meta: { progressToken: unknown } })._meta.progressToken
      id = message['id']
      stream(`${eventText(progress(token, 1), { id: 'e1', retry: 60 })}data: {"half`)
      setTimeout(() => response.destroy(), 20)
    },
    get({ headers, stream, response }) {
      if (headers['last-event-id'] === undefined) return void response.writeHead(405).end()
      // The second connection brings nothing, not even an id.
      if (headers['last-event-id'] === 'e1' && (drops += 1) === 1) {
        stream(': nothing yet\n\n')
        return void response.end()
      }
      stream(eventText(responseTo(id, 'in the end'), { id: 'e2' }))
      return void response.end()
    },
  })
  let id: unknown
  let drops = 0
  const seen: number[] = []
  const result = await call(opened, (value) => seen.push(value))
  expect(result.content[0]).toMatchObject({ text: 'in the end' })
  expect(seen).toEqual([1])
  const resumed = gets(opened.server).filter(({ headers }) => headers['last-event-id'])
  expect(resumed.map(({ headers }) => headers['last-event-id'])).toEqual(['e1', 'e1'])
  expect(resumed.map(({ headers }) => headers['mcp-session-id'])).toEqual(['s-1', 's-1'])
  expect(resumed.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
    '2025-11-25',
    '2025-11-25',
  ])
  const [first = 0, second = 0] = resumed.map(({ at }) => at)
  const begun = opened.server.requests.find(({ message }) => message['method'] === 'tools/call')
  expect(first - (begun?.at ?? 0)).toBeGreaterThanOrEqual(60)
  expect(second - first).toBeGreaterThanOrEqual(55)
})

test('an event id that no header can carry as it is breaks neither the stream nor the app', async () => {
  const ids: Record<string, string> = { other: 'Zeile ☃', none: 'bell \u0007' }
  let id: unknown
  const opened = await open({
    call({ message, stream, response }) {
      const { name } = message['params'] as { name: string }
      id = message['id']
      stream(eventText(changed, { id: ids[name] ?? '', retry: 10 }))
      setTimeout(() => response.destroy(), 20)
    },
    get({ headers, stream, response }) {
      const given = String(headers['last-event-id'] ?? '')
      if (Buffer.from(given, 'latin1').toString() !== ids['other'])
        return void response.writeHead(405).end()
      stream(eventText(responseTo(id, 'resumed')))
      return void response.end()
    },
  })
  const run = (name: string) =>
    opened.connection.callTool(
      { tool: { ...tool, name }, arguments: {}, onProgress: () => undefined },
      signal,
    )
  expect((await run('other')).content[0]).toMatchObject({ text: 'resumed' })
  await expect(run('none')).rejects.toMatchObject({ code: 'call/connection-lost' })
})

test('a stream without ids that is dropped fails its call', async () => {
  const opened = await open({
    call({ stream, response }) {
      stream(': begun\n\n')
      setTimeout(() => response.destroy(), 20)
    },
  })
  await expect(call(opened)).rejects.toMatchObject({ code: 'call/connection-lost' })
  expect(gets(opened.server).some(({ headers }) => headers['last-event-id'])).toBe(false)
})

test('a stream whose response came is not asked for again', async () => {
  const opened = await open({
    call({ message, stream, response }) {
      stream(eventText(responseTo(message['id'], 'done'), { id: 'e1', retry: 1 }))
      response.end()
    },
  })
  expect((await call(opened)).content[0]).toMatchObject({ text: 'done' })
  await call(opened)
  expect(gets(opened.server).filter(({ headers }) => headers['last-event-id'])).toEqual([])
})

test('the own stream of a server is opened again when it is lost', async () => {
  const opened = await open({
    get({ count, stream, response, headers }) {
      if (count === 1) return void response.writeHead(503).end()
      if (count < 6) {
        stream(count === 2 ? `retry: 10\nid: own-1\ndata: \n\n` : ': hello\n\n')
        return void response.end()
      }
      expect(headers['last-event-id']).toBe('own-1')
      return stream(eventText(changed))
    },
  })
  await eventually(() => opened.recording.toolLists.length > 0)
  expect(opened.recording.downs).toEqual([])
})

test('what a server reported while its stream without ids was away is read again', async () => {
  const opened = await open({
    get({ count, stream, response }) {
      stream('retry: 10\n\n: hello\n\n')
      if (count === 1) response.end()
    },
  })
  await eventually(() => opened.recording.toolLists.length > 0)
  expect(opened.recording.listChanges).toEqual(['prompts', 'resources'])
})

/**
 * @threat inbound.retry-without-pause
 * @attacker server
 * @tries Ends its streams at once with retry: 0, so that main asks again without a pause, for ever.
 * @stoppedBy A pause is at least 250 ms and doubles up to 4 s while the connections bring no message.
 */
test('a server that asks for no pause is not asked without one, and less often while it sends nothing', async () => {
  const times: number[] = []
  const opened = await open({
    get({ stream, response }) {
      times.push(performance.now())
      stream('retry: 0\nid: own-1\ndata:\n\n')
      response.end()
    },
  })
  await eventually(() => times.length === 7)
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(200)
  expect(pauses.at(-2)).toBeGreaterThan(450)
  expect(pauses.at(-1)).toBeGreaterThan(900)
  expect(opened.recording.downs).toEqual([])
})

test('a server without a stream of its own is asked for one once', async () => {
  const opened = await open({})
  await opened.connection.listTools(signal)
  await opened.connection.listTools(signal)
  expect(gets(opened.server)).toHaveLength(1)
})

test('a session that ended while nobody called is noticed at once', async () => {
  let forgotten = false
  const opened = await open({
    get({ stream, response, headers }) {
      if (forgotten && headers['mcp-session-id'] === 's-1')
        return void response.writeHead(404).end()
      stream('retry: 10\n\n: hello\n\n')
      if (forgotten) return undefined
      forgotten = true
      return void response.end()
    },
  })
  const handshakes = () =>
    opened.server.requests.filter(({ message }) => message['method'] === 'initialize')
  await eventually(() => handshakes().length === 2)
  await eventually(() => opened.recording.toolLists.length > 0)
  expect(opened.recording.downs).toEqual([])
})

test('a server that refuses every stream with 404 gets one session', async () => {
  const opened = await open({ get: ({ response }) => void response.writeHead(404).end() })
  await opened.connection.listTools(signal)
  await opened.connection.listTools(signal)
  const handshakes = opened.server.requests.filter(
    ({ message }) => message['method'] === 'initialize',
  )
  expect(handshakes).toHaveLength(1)
})

test('a server that died is reported down although nobody calls it', async () => {
  const opened = await open({ get: ({ stream }) => stream('retry: 10\n\n: hello\n\n') })
  await eventually(() => gets(opened.server).length === 1)
  await opened.server.close()
  const [down] = await eventually(() => opened.recording.downs.length > 0 && opened.recording.downs)
  expect(down).toMatchObject({ code: 'unreachable', detail: 'ECONNREFUSED' })
})

test('a subscription is made again in a new session', async () => {
  let forgotten = false
  const opened = await open({
    post({ headers, response }) {
      if (!forgotten || headers['mcp-session-id'] !== 's-1') return false
      response.writeHead(404).end()
      return true
    },
  })
  const ended = new AbortController()
  await opened.connection.watchResource('raw://one', ended.signal)
  forgotten = true
  await opened.connection.listTools(signal)
  const subscriptions = () =>
    opened.server.requests.filter(({ message }) => message['method'] === 'resources/subscribe')
  await eventually(() => subscriptions().length === 2)
  expect(subscriptions()[1]?.headers['mcp-session-id']).toBe('s-2')
  expect(opened.recording.updatedResources).toEqual(['raw://one'])
  ended.abort()
})

test('redirects within the origin are followed', async () => {
  const server = await startRawHttpServer(({ response, message, reply, method, headers }) => {
    if (method !== 'POST') return void response.writeHead(405).end()
    if (headers['x-there'] === undefined && response.req.url === '/mcp')
      return void response.writeHead(307, { location: '/moved' }).end()
    if (message['method'] === 'initialize') return reply(rawInitialized)
    if (message['id'] === undefined) return void response.writeHead(202).end()
    return message['method'] === 'tools/list'
      ? reply({ tools: [tool] })
      : void response.writeHead(400).end()
  })
  closers.push(() => server.close())
  const { connection } = await bench.open({ kind: 'http', url: server.url, headers: {} })
  expect(await connection.listTools(signal)).toHaveLength(1)
})
