import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer } from 'node:http'
import {
  handwrittenServerCommand,
  startHandwrittenServer,
  type ProtocolHttpServer,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { openVariant, plainVariants, textOf } from './protocol-variants.ts'

const closers: (() => Promise<void>)[] = []
let bench: TestBench
const parts = (): { bench: TestBench; closers: (() => Promise<void>)[] } => ({ bench, closers })

beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

describe.each(['stdio legacy', 'http legacy'] as const)('%s', (variant) => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is spoken',
    async (revision) => {
      const { connection, call } = await openVariant(parts(), variant, { server: { revision } })
      expect(connection.info.protocolVersion).toBe(revision)
      expect(textOf(await call('echo', { text: revision }))).toBe(revision)
      proves(`protocol.revisions.${revision}`, variant)
    },
  )
})

describe.each(plainVariants)('%s', (variant) => {
  const era = variant.endsWith('modern') ? ('modern' as const) : ('legacy' as const)

  test('without a revision in common the versions of both sides are named', async () => {
    const revision = era === 'modern' ? '2031-01-01' : '1999-01-01'
    const server = variant.startsWith('http')
      ? await startHandwrittenServer({ transport: 'http', era, revision })
      : undefined
    if (server) closers.push(() => server.close())
    const { failure } = await bench.openFailing(
      server
        ? { kind: 'http', url: server.url, headers: {} }
        : stdioTarget(handwrittenServerCommand({ era, revision })),
    )
    expect(failure.code).toBe('version-unsupported')
    expect(failure.message).toContain(revision)
    expect(failure.message).toContain('2026-07-28')
    proves('protocol.version-mismatch.both', variant)
  })
})

test('the id of a session is sent, a forgotten one is begun anew, and the last one deleted', async () => {
  const { call, connection, server } = await openVariant(parts(), 'http legacy')
  await call('echo', { text: 'one' })
  const idsOf = () => new Set(server?.requests.map(({ headers }) => headers['mcp-session-id']))
  expect([...idsOf()]).toEqual([undefined, 'session-1'])
  proves('protocol.session.sent', 'http legacy')
  server?.forget()
  expect(textOf(await call('echo', { text: 'two' }))).toBe('two')
  expect([...idsOf()]).toEqual([undefined, 'session-1', 'session-2'])
  proves('protocol.session.renewed', 'http legacy')
  await connection.close()
  const ended = server?.requests.filter(({ method }) => method === 'DELETE')
  expect(ended?.map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-2'])
  proves('protocol.session.ended', 'http legacy')
})

/** Longer than the pause that a client makes by itself. */
const RETRY_MS = 1600

test('a dropped stream is asked for once, after the pause that the server names', async () => {
  const { call, server } = await openVariant(parts(), 'http legacy', {
    server: { retryMs: RETRY_MS },
  })
  const begun = performance.now()
  expect(textOf(await call('dropped'))).toBe('after the loss')
  proves('protocol.resumption.result', 'http legacy')
  const resumed = server?.requests.filter(({ headers }) => headers['last-event-id'] !== undefined)
  expect(resumed?.map(({ method }) => method)).toEqual(['GET'])
  expect(resumed?.[0]?.headers['last-event-id']).toMatch(/-0$/)
  proves('protocol.resumption.resumed', 'http legacy')
  const called = server?.requests.find(({ message }) => message['method'] === 'tools/call')
  const waited = (resumed?.[0]?.at ?? 0) - (called?.at ?? begun)
  expect(waited).toBeGreaterThanOrEqual(RETRY_MS - 50)
  expect(waited).toBeLessThan(RETRY_MS + 3000)
  proves('protocol.resumption.retry', 'http legacy')
})

test('every message of a batch arrives', async () => {
  const { call, recording } = await openVariant(parts(), 'http legacy', {
    server: { revision: '2025-03-26', batches: true },
  })
  expect(textOf(await call('echo', { text: 'in a batch' }))).toBe('in a batch')
  await eventually(() => recording.logs.some(({ text }) => text.includes('in one batch')))
  proves('protocol.batches.received', 'http legacy')
})

describe.each(['http legacy', 'http modern'] as const)('%s', (variant) => {
  test('every request has its revision', async () => {
    const { call, server, connection } = await openVariant(parts(), variant)
    await call('echo', { text: 'hello' })
    const after = server?.requests.filter(({ message }) => message['method'] !== 'initialize')
    const probe = variant === 'http legacy' ? 1 : 0
    const sent = after?.slice(probe).map(({ headers }) => headers['mcp-protocol-version'])
    expect(sent?.length).toBeGreaterThan(1)
    expect(new Set(sent)).toEqual(new Set([connection.info.protocolVersion]))
    proves('protocol.version-header.sent', variant)
  })

  test('a redirect to another origin is not followed', async () => {
    const era = variant === 'http modern' ? 'modern' : 'legacy'
    const revision = era === 'modern' ? '2026-07-28' : '2025-11-25'
    const target = await startHandwrittenServer({ transport: 'http', era, revision })
    closers.push(() => target.close())
    const gate = createServer((_request, response) => {
      response.writeHead(307, { location: target.url }).end()
    })
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void gate.close())
    const address = gate.address()
    const port = typeof address === 'object' ? address?.port : 0
    await bench.openFailing({ kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} })
    expect(target.requests).toEqual([])
    proves('protocol.redirects.unfollowed', variant)
  })
})

/** Returns the mirrored parameter headers of the last tool call. */
function mirrored(server: ProtocolHttpServer | undefined): Record<string, unknown> {
  const calls = server?.requests.filter(({ message }) => message['method'] === 'tools/call')
  const headers = Object.entries(calls?.at(-1)?.headers ?? {})
  return Object.fromEntries(headers.filter(([name]) => name.startsWith('mcp-param-')))
}

test('what a gateway routes by is in the headers of every request', async () => {
  const { call, connection, server } = await openVariant(parts(), 'http modern')
  await call('echo', { text: 'hello' })
  await connection.readResource('protocol://note/2', NEVER_ABORTED)
  const posts = server?.requests.filter(({ method }) => method === 'POST') ?? []
  expect(posts.length).toBeGreaterThan(3)
  expect(posts.map(({ headers }) => headers['mcp-method'])).toEqual(
    posts.map(({ message }) => message['method']),
  )
  proves('protocol.standard-headers.method', 'http modern')
  const named = posts.flatMap(({ headers, message }) =>
    headers['mcp-name'] === undefined ? [] : [[message['method'], headers['mcp-name']]],
  )
  expect(named).toEqual([
    ['tools/call', 'echo'],
    ['resources/read', 'protocol://note/2'],
  ])
  proves('protocol.standard-headers.name', 'http modern')
})

test('annotated arguments are mirrored into headers, and no others', async () => {
  const { call, connection, server } = await openVariant(parts(), 'http modern')
  const given = { region: 'eu-west', count: 7, urgent: true, note: 'private' }
  expect(JSON.parse(textOf(await call('mirror', given)))).toEqual(given)
  expect(mirrored(server)).toEqual({
    'mcp-param-region': 'eu-west',
    'mcp-param-count': '7',
    'mcp-param-urgent': 'true',
  })
  proves('protocol.standard-headers.parameters', 'http modern')
  await call('mirror', { region: 'us' })
  expect(mirrored(server)).toEqual({ 'mcp-param-region': 'us' })
  proves('protocol.standard-headers.absent', 'http modern')
  await call('mirror', { city: 'Zürich\r\nX-Evil: 1' })
  const base64 = Buffer.from('Zürich\r\nX-Evil: 1').toString('base64')
  expect(mirrored(server)).toEqual({ 'mcp-param-city': `=?base64?${base64}?=` })
  proves('protocol.standard-headers.encoded', 'http modern')
  const tools = await connection.listTools(NEVER_ABORTED)
  expect(tools.map(({ name }) => name)).not.toContain('mirror-badly')
  proves('protocol.standard-headers.invalid', 'http modern')
})

test.each([400, 404, 405])('a POST that is refused with %i leads to HTTP+SSE', async (refusal) => {
  const { call, server, connection } = await openVariant(parts(), 'sse legacy', {
    server: { refusal },
  })
  expect(connection.info.transport).toBe('http-sse')
  expect(textOf(await call('echo', { text: 'old' }))).toBe('old')
  expect(server?.requests[0]).toMatchObject({ method: 'POST' })
  expect(server?.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
  proves(`protocol.sse-fallback.after-${refusal}`, 'sse legacy')
})

test('a POST that is refused in another way does not lead to HTTP+SSE', async () => {
  for (const refusal of [401, 403, 406, 415, 500, 503]) {
    const options = { transport: 'sse', era: 'legacy', revision: '2024-11-05', refusal } as const
    const server = await startHandwrittenServer(options)
    closers.push(() => server.close())
    await bench.openFailing({ kind: 'http', url: server.url, headers: {} })
    expect([refusal, server.requests.filter(({ method }) => method === 'GET')]).toEqual([
      refusal,
      [],
    ])
  }
  proves('protocol.sse-fallback.only', 'sse legacy')
})
