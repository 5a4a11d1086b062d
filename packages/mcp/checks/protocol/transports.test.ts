import { createServer } from 'node:http'
import { protocolServerCommand, startProtocolServer } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { openWay, plainWays, textOf } from './protocol-variants.ts'

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

describe.each(['stdio legacy', 'http legacy'] as const)('%s', (way) => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    `[protocol.revisions ${way}] %s is not spoken`,
    async (revision) => {
      const { connection, call } = await openWay(parts(), way, { server: { revision } })
      expect(connection.info.protocolVersion).toBe(revision)
      expect(textOf(await call('echo', { text: revision }))).toBe(revision)
    },
  )
})

describe.each(plainWays)('%s', (way) => {
  const era = way.endsWith('modern') ? ('modern' as const) : ('legacy' as const)

  test(`[protocol.version-mismatch ${way}] the versions of one side are not told`, async () => {
    const revision = era === 'modern' ? '2031-01-01' : '1999-01-01'
    const server = way.startsWith('http')
      ? await startProtocolServer({ wire: 'http', era, revision })
      : undefined
    if (server) closers.push(() => server.close())
    const { failure } = await bench.openFailing(
      server
        ? { kind: 'http', url: server.url, headers: {} }
        : stdioTarget(protocolServerCommand({ era, revision })),
    )
    expect(failure.code).toBe('version-unsupported')
    expect(failure.message).toContain(revision)
    expect(failure.message).toContain('2026-07-28')
  })
})

test('[protocol.session http legacy] the id is not sent, a lost one is fatal, or it is never ended', async () => {
  const { call, connection, server } = await openWay(parts(), 'http legacy')
  await call('echo', { text: 'one' })
  const idsOf = () => new Set(server?.requests.map(({ headers }) => headers['mcp-session-id']))
  expect([...idsOf()]).toEqual([undefined, 'session-1'])
  server?.forget()
  expect(textOf(await call('echo', { text: 'two' }))).toBe('two')
  expect([...idsOf()]).toEqual([undefined, 'session-1', 'session-2'])
  await connection.close()
  const ended = server?.requests.filter(({ method }) => method === 'DELETE')
  expect(ended?.map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-2'])
})

test('[protocol.resumption http legacy] a call whose stream is dropped is lost', async () => {
  const { call, server } = await openWay(parts(), 'http legacy')
  expect(textOf(await call('dropped'))).toBe('after the loss')
  const resumed = server?.requests.filter(({ headers }) => headers['last-event-id'] !== undefined)
  expect(resumed).toHaveLength(1)
})

test('[protocol.batches http legacy] an array of messages is taken for garbage', async () => {
  const { call, recording } = await openWay(parts(), 'http legacy', {
    server: { revision: '2025-03-26', batches: true },
  })
  expect(textOf(await call('echo', { text: 'in a batch' }))).toBe('in a batch')
  await eventually(() => recording.logs.some(({ text }) => text.includes('in one batch')))
})

describe.each(['http legacy', 'http modern'] as const)('%s', (way) => {
  test(`[protocol.version-header ${way}] a request goes out without its revision`, async () => {
    const { call, server, connection } = await openWay(parts(), way)
    await call('echo', { text: 'hello' })
    const after = server?.requests.filter(({ message }) => message['method'] !== 'initialize')
    const probe = way === 'http legacy' ? 1 : 0
    const told = after?.slice(probe).map(({ headers }) => headers['mcp-protocol-version'])
    expect(told?.length).toBeGreaterThan(1)
    expect(new Set(told)).toEqual(new Set([connection.info.protocolVersion]))
  })

  test(`[protocol.redirects ${way}] a redirect leads to another origin`, async () => {
    const era = way === 'http modern' ? 'modern' : 'legacy'
    const revision = era === 'modern' ? '2026-07-28' : '2025-11-25'
    const target = await startProtocolServer({ wire: 'http', era, revision })
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
  })
})

test('[protocol.standard-headers http modern] a header that a gateway routes by is missing', async () => {
  const { call, connection, server } = await openWay(parts(), 'http modern')
  await call('echo', { text: 'hello' })
  await connection.readResource('protocol://note/2', new AbortController().signal)
  const headersOf = (method: string) =>
    server?.requests.find(({ message }) => message['method'] === method)?.headers
  expect(headersOf('tools/call')).toMatchObject({ 'mcp-method': 'tools/call', 'mcp-name': 'echo' })
  expect(headersOf('resources/read')).toMatchObject({ 'mcp-name': 'protocol://note/2' })
})

test('[protocol.sse-fallback sse legacy] a server of 2024-11-05 is given up', async () => {
  const { call, server } = await openWay(parts(), 'sse legacy')
  expect(textOf(await call('echo', { text: 'old' }))).toBe('old')
  expect(server?.requests[0]).toMatchObject({ method: 'POST' })
  expect(server?.requests.some(({ method }) => method === 'GET')).toBe(true)
})
