import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer, type RequestListener, type Server } from 'node:http'
import { startFixtureHttpServer } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

const signal = NEVER_ABORTED
let bench: TestBench
let servers: Server[] = []

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/mcp?token=in-the-query`
}

function failTo(url: string, startTimeoutMs = 5000) {
  return bench.openFailing({ kind: 'http', url, headers: {} }, { startTimeoutMs })
}

function respondWith(status: number, type: string, body: string): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
}

test.each([
  [401, 'sign-in-needed'],
  [403, 'http-status'],
  [404, 'http-status'],
  [429, 'http-status'],
  [500, 'http-status'],
  [503, 'http-status'],
])('HTTP %i is reported as %s with the start of the body', async (status, code) => {
  const { failure } = await failTo(
    await serve(respondWith(status, 'text/plain', 'x'.repeat(100_000))),
  )
  expect(failure).toMatchObject({ code, status, detail: 'x'.repeat(300) })
  expect(failure.message).toContain('127.0.0.1')
  expect(failure.message).not.toContain('in-the-query')
})

test('a web page in place of a response is reported as such with its beginning', async () => {
  const page = '<!doctype html><title>Welcome</title>'
  const { failure } = await failTo(await serve(respondWith(200, 'text/html; charset=utf-8', page)))
  expect(failure).toMatchObject({ code: 'bad-output', detail: page })
})

test('a response that is not JSON though it says so is bad output', async () => {
  const { failure } = await failTo(await serve(respondWith(200, 'application/json', '{ oops')))
  expect(failure.code).toBe('bad-output')
})

test('a response that is JSON but no message is bad output', async () => {
  const { failure } = await failTo(await serve(respondWith(200, 'application/json', '{"ok":true}')))
  expect(failure.code).toBe('bad-output')
})

test('an error response without end does not hang the start', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    const write = () => {
      while (response.write('e'.repeat(65_536))) continue
    }
    response.on('drain', write)
    write()
  })
  expect((await failTo(url)).failure).toMatchObject({ code: 'http-status', status: 500 })
})

test('a port where nothing listens is reported as unreachable', async () => {
  const url = await serve(() => undefined)
  await new Promise((resolve) => servers[0]?.close(resolve))
  const { failure } = await failTo(url)
  expect(failure).toMatchObject({ code: 'unreachable', detail: 'ECONNREFUSED' })
  expect(failure.message).toContain('Nothing listens')
})

test('a port that no HTTP client may use is reported as such', async () => {
  const { failure } = await failTo('http://127.0.0.1:9/mcp')
  expect(failure).toMatchObject({ code: 'unreachable', detail: 'BAD_PORT' })
})

test('a name that does not exist is reported as unreachable', async () => {
  const { failure } = await failTo('http://no-such-host.invalid/mcp')
  expect(failure.code).toBe('unreachable')
  expect(failure.detail).toMatch(/ENOTFOUND|EAI_AGAIN/)
})

test('a server without TLS behind https is reported as a TLS failure', async () => {
  const url = (await serve(respondWith(200, 'text/plain', ''))).replace('http:', 'https:')
  expect((await failTo(url)).failure.code).toBe('tls')
})

test('a server that accepts and stays silent times out', async () => {
  const started = performance.now()
  const { failure } = await failTo(await serve(() => undefined), 1200)
  expect(failure).toMatchObject({ code: 'no-response', waitedMs: 1200 })
  expect(performance.now() - started).toBeLessThan(3000)
})

test('a connection that is cut at once is reported as unreachable', async () => {
  const { failure } = await failTo(await serve((request) => request.socket.destroy()))
  expect(failure.code).toBe('unreachable')
})

test('a redirect to another origin is not followed, so no header goes there', async () => {
  let reached = false
  const elsewhere = await serve((_request, response) => {
    reached = true
    response.end()
  })
  const url = await serve((_request, response) => {
    response.writeHead(307, { location: elsewhere }).end()
  })
  const { failure } = await failTo(url)
  expect(failure.code).toBe('redirected')
  expect(reached).toBe(false)
})

test('headers go with every request and are in no log or frame', async () => {
  const key = 'Bearer very-secret'
  const server = await startFixtureHttpServer({
    era: 'legacy',
    features: ['echo'],
    headersRequired: { authorization: key },
  })
  const { connection, recording } = await bench.open({
    kind: 'http',
    url: server.url,
    headers: { Authorization: key },
  })
  await connection.listTools(signal)
  await eventually(() => server.requests.some((request) => request.method === 'GET'))
  await connection.close()
  expect(server.requests.at(-1)?.method).toBe('DELETE')
  expect(server.requests.every((request) => request.headers.authorization === key)).toBe(true)
  expect(JSON.stringify([recording.frames, recording.logs])).not.toContain('very-secret')
  await server.close()
})

/** @threat twice.lost-session */
test('a session that the server forgot is begun anew, once, and no call is made again', async () => {
  const server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
  const { connection, recording } = await bench.open({ kind: 'http', url: server.url, headers: {} })
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  await server.forgetSessions()
  const call = (text: string) =>
    connection.callTool({ tool, arguments: { text }, onProgress: () => undefined }, signal)
  const results = await Promise.allSettled(['one', 'two', 'three'].map(call))
  expect(results.map((result) => result.status === 'rejected' && result.reason)).toMatchObject(
    results.map(() => ({ code: 'call/outcome-unknown' })),
  )
  expect((await call('four')).content[0]).toMatchObject({ text: 'four' })
  const sent = (what: string) =>
    server.requests.filter(({ body }) => JSON.stringify(body)?.includes(what))
  expect(sent('"initialize"')).toHaveLength(2)
  expect(sent('"tools/call"')).toHaveLength(4)
  expect(recording.downs).toEqual([])
  await eventually(() => recording.toolLists[0])
  await connection.close()
  await server.close()
})

test('a server that went away is reported down at the next request, once', async () => {
  const server = await startFixtureHttpServer({ era: 'dual', features: ['echo'] })
  const { connection, recording } = await bench.open({ kind: 'http', url: server.url, headers: {} })
  await server.close()
  await expect(connection.listTools(signal)).rejects.toMatchObject({ code: 'connection/failed' })
  await expect(connection.listTools(signal)).rejects.toMatchObject({ code: 'connection/failed' })
  expect(recording.downs).toMatchObject([{ code: 'unreachable' }])
})

test('aborting the start says cancelled', async () => {
  const controller = new AbortController()
  const url = await serve(() => undefined)
  const opening = bench.open({ kind: 'http', url, headers: {} }, {}, controller.signal)
  setTimeout(() => controller.abort(), 100)
  await expect(opening).rejects.toMatchObject({ code: 'connection/cancelled' })
})
