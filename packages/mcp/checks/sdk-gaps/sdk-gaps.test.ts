import { NEVER_ABORTED } from '@gatehouse/base'
import { startHandwrittenServer } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { startRawHttpServer } from '../testing/raw-http-server.ts'
import { scriptedServer } from '../testing/scripted-server.ts'

const signal = NEVER_ABORTED
const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

// What the SDK leaves to its host. packages/tooling/src/mutations/sdk-workarounds.ts removes each workaround.

test('an event stream that is lost is not opened again without a handshake', async () => {
  const server = await startHandwrittenServer({
    transport: 'sse',
    era: 'legacy',
    revision: '2024-11-05',
  })
  closers.push(() => server.close())
  const target = { kind: 'http' as const, url: server.url, headers: { 'x-key': 'k' } }
  const { connection, recording } = await bench.open(target)
  const tools = await connection.listTools(signal)
  expect(tools.length).toBeGreaterThan(0)
  expect(server.requests.every(({ headers }) => headers['x-key'] === 'k')).toBe(true)
  const before = server.requests.length
  server.drop()
  const [down] = await eventually(() => recording.downs.length > 0 && recording.downs)
  expect(down?.code).toBe('unreachable')
  await expect(connection.listTools(signal)).rejects.toMatchObject({
    code: expect.stringMatching(/^connection\//),
  })
  await connection.close()
  // The library's own pause before it connects again is shorter than the next handshake here.
  await bench.open(target)
  expect(server.requests.slice(before).filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('an event stream sends no messages to another origin', async () => {
  const elsewhere = await startRawHttpServer(({ response }) => void response.writeHead(202).end())
  const server = await startRawHttpServer(({ method, response, stream }) => {
    if (method === 'POST') return void response.writeHead(405).end()
    return stream(`event: endpoint\ndata: ${elsewhere.url}\n\n`)
  })
  closers.push(elsewhere.close, server.close)
  const target = { kind: 'http' as const, url: server.url, headers: { 'x-key': 'k' } }
  const { failure } = await bench.openFailing(target)
  expect(failure.message).toContain('origin')
  expect(elsewhere.requests).toEqual([])
})

test.each([
  [401, 'sign-in-needed'],
  [403, 'http-status'],
  [500, 'http-status'],
])('HTTP %i to a POST does not lead to the old transport', async (status, code) => {
  const server = await startRawHttpServer(({ response }) => void response.writeHead(status).end())
  closers.push(server.close)
  const { failure } = await bench.openFailing({ kind: 'http', url: server.url, headers: {} })
  expect(failure).toMatchObject({ code, status })
  expect(server.requests.filter(({ method }) => method === 'GET')).toEqual([])
})

test.each([400, 404, 405])(
  'HTTP %i without an event stream is reported in the words of the first response',
  async (status) => {
    const server = await startRawHttpServer(({ response, method }) => {
      response.writeHead(method === 'POST' ? status : 410).end(`no ${method} here`)
    })
    closers.push(server.close)
    const { failure } = await bench.openFailing({ kind: 'http', url: server.url, headers: {} })
    expect(failure).toMatchObject({ code: 'http-status', status, detail: 'no POST here' })
    expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
  },
)

test('a modern server that refuses a request is not taken for one of the old transport', async () => {
  const server = await startRawHttpServer(({ response, message }) => {
    const error = { code: -32_021, message: 'MissingRequiredClientCapability' }
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], error }))
  })
  closers.push(server.close)
  await bench.openFailing({ kind: 'http', url: server.url, headers: {} })
  expect(server.requests.filter(({ method }) => method === 'GET')).toEqual([])
})

test('a pinned transport is the only one that is tried', async () => {
  const server = await startRawHttpServer(({ response }) => void response.writeHead(405).end())
  closers.push(server.close)
  const target = { kind: 'http' as const, url: server.url, headers: {} }
  await bench.openFailing({ ...target, httpTransport: 'streamable-http' })
  expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(['POST']))
  const before = server.requests.length
  await bench.openFailing({ ...target, httpTransport: 'http-sse' })
  expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['GET'])
})

test('a modern server is listened to again over HTTP, and its lists are read again', async () => {
  let listens = 0
  const server = await startRawHttpServer(({ message, response, reply, stream }) => {
    const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    switch (message['method']) {
      case 'server/discover':
        return reply({
          ...common,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: { listChanged: true }, prompts: { listChanged: true } },
        })
      case 'tools/list':
        return reply({ ...common, tools: [{ name: 'one', inputSchema: { type: 'object' } }] })
      case 'subscriptions/listen': {
        const meta = { 'io.modelcontextprotocol/subscriptionId': message['id'] }
        const notifications = { toolsListChanged: true, promptsListChanged: true }
        const params = { _meta: meta, notifications }
        const method = 'notifications/subscriptions/acknowledged'
        stream(`data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`)
        if ((listens += 1) === 1) setTimeout(() => response.destroy(), 50)
        return undefined
      }
      default:
        return void response.writeHead(404).end()
    }
  })
  closers.push(server.close)
  const { recording } = await bench.open({ kind: 'http', url: server.url, headers: {} })
  await eventually(() => listens === 2 && recording.toolLists.length > 0)
  expect(recording.listChanges).toContain('prompts')
  expect(server.requests.some(({ method }) => method === 'GET')).toBe(false)
})

test('a result without its type is taken, and its frame is what came', async () => {
  const target = stdioTarget(
    scriptedServer(`
      if (message.method === 'server/discover') reply({
        supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private',
      });
      else if (message.method === 'tools/list') reply({ ttlMs: 0, cacheScope: 'private',
        tools: [{ name: 'bare', inputSchema: { type: 'object' } }] });
      else if (message.method === 'tools/call') reply({ content: [{ type: 'text', text: 'plain' }] });
    `),
  )
  const { connection, recording } = await bench.open(target)
  expect(connection.info.era).toBe('modern')
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const call = { tool, arguments: {}, onProgress: () => undefined }
  expect((await connection.callTool(call, signal)).content[0]).toMatchObject({ text: 'plain' })
  const responses = recording.frames.filter(({ kind }) => kind === 'response')
  expect(responses).toHaveLength(3)
  expect(JSON.stringify(responses)).not.toContain('resultType')
})

test('a result of an unknown type is refused', async () => {
  const target = stdioTarget(
    scriptedServer(`
      if (message.method === 'server/discover') reply({ resultType: 'complete',
        supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private',
      });
      else if (message.method === 'tools/list') reply({ resultType: 'complete', ttlMs: 0,
        cacheScope: 'private', tools: [{ name: 'odd', inputSchema: { type: 'object' } }] });
      else if (message.method === 'tools/call') reply({ resultType: 'perhaps', content: [] });
    `),
  )
  const { connection } = await bench.open(target)
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const call = { tool, arguments: {}, onProgress: () => undefined }
  await expect(connection.callTool(call, signal)).rejects.toMatchObject({
    code: 'call/outcome-unknown',
  })
})

test('no schema of a server becomes code', async () => {
  const made: string[] = []
  const Real = Function
  vi.stubGlobal('Function', function recorded(...code: string[]) {
    made.push(...code)
    return new Real(...code)
  })
  const target = stdioTarget(
    scriptedServer(`
      if (message.method === 'tools/list') reply({ tools: [{ name: 'typed',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object', properties: { markedName: { type: 'number' } }, required: ['markedName'] } }] });
      else if (message.method === 'tools/call') reply({ content: [], structuredContent: { markedName: 1 } });
      else next();
    `),
  )
  const { connection } = await bench.open(target)
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const call = { tool, arguments: {}, onProgress: () => undefined }
  const { structuredContent } = await connection.callTool(call, signal)
  expect(structuredContent).toEqual({ markedName: 1 })
  // Our own schemas may become code in main; nothing that a server wrote may.
  expect(made.filter((code) => code.includes('markedName'))).toEqual([])
})
