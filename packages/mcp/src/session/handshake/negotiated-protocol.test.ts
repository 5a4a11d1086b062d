import type { NegotiatedProtocol } from '@gatehouse/domain'
import {
  fixtureServerCommand,
  startFixtureHttpServer,
  startHandwrittenServer,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

function protocol(more: Partial<NegotiatedProtocol> = {}): NegotiatedProtocol {
  return { key: 'k', era: 'legacy', protocolVersion: '2025-11-25', transport: 'stdio', ...more }
}

const sentBy = (frames: { direction: string; method?: string | undefined }[]) =>
  frames.flatMap(({ direction, method }) => (direction === 'out' && method ? [method] : []))

test('a server that is known to be legacy is started once, and not asked again', async () => {
  // It stops at any question before `initialize`: without the negotiated protocol it is started twice.
  const stops = stdioTarget(
    scriptedServer(`if (message.method === 'server/discover') process.exit(1); next();`),
  )
  const first = await bench.open(stops)
  expect(first.recording.steps.filter((step) => step === 'spawn')).toHaveLength(2)
  const known = await bench.open(stops, { negotiated: protocol() })
  expect(known.recording.steps.filter((step) => step === 'spawn')).toHaveLength(1)
  expect(sentBy(known.recording.frames)[0]).toBe('initialize')
  proves('protocol.negotiated.kept', 'stdio legacy')
})

test('what was negotiated before and no longer holds is negotiated again', async () => {
  const modern = stdioTarget(fixtureServerCommand({ era: 'modern', features: ['echo'] }))
  const { connection, recording } = await bench.open(modern, { negotiated: protocol() })
  expect(connection.info.era).toBe('modern')
  expect(sentBy(recording.frames).slice(0, 2)).toEqual(['initialize', 'server/discover'])
  expect(recording.logs.map(({ text }) => text).join()).toContain('negotiated again')
})

test('a server that fails in any case is started twice', async () => {
  const broken = stdioTarget({ command: process.execPath, args: ['-e', 'process.exit(3)'] })
  const { failure, recording } = await bench.openFailing(broken, { negotiated: protocol() })
  expect(failure).toMatchObject({ code: 'exited', exitCode: 3 })
  expect(recording.steps.filter((step) => step === 'spawn')).toHaveLength(2)
})

test('what the person pinned overrules what was negotiated before', async () => {
  const dual = stdioTarget(fixtureServerCommand({ era: 'dual', features: ['echo'] }))
  const { connection } = await bench.open(dual, {
    protocol: { pin: '2026-07-28' },
    negotiated: protocol(),
  })
  expect(connection.info.era).toBe('modern')
})

test('over HTTP, a server that is known to be legacy gets no request that fails', async () => {
  const server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
  closers.push(() => server.close())
  await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    { negotiated: protocol({ transport: 'streamable-http' }) },
  )
  expect(server.requests[0]?.body).toMatchObject({ method: 'initialize' })
  proves('protocol.negotiated.kept', 'http legacy')
})

test('a server that is known to speak HTTP+SSE gets no request that fails', async () => {
  const server = await startHandwrittenServer({
    transport: 'sse',
    era: 'legacy',
    revision: '2024-11-05',
  })
  closers.push(() => server.close())
  const target = { kind: 'http' as const, url: server.url, headers: {} }
  const first = await bench.open(target)
  expect(first.connection.info).toMatchObject({
    transport: 'http-sse',
    protocolVersion: '2024-11-05',
  })
  const before = server.requests.length
  await bench.open(target, { negotiated: protocol({ transport: 'http-sse' }) })
  expect(server.requests[before]).toMatchObject({ method: 'GET' })
  proves('protocol.negotiated.kept', 'sse legacy')
})

test('a server that left HTTP+SSE behind is found all the same', async () => {
  const server = await startFixtureHttpServer({ era: 'dual', features: ['echo'] })
  closers.push(() => server.close())
  const { connection } = await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    { negotiated: protocol({ transport: 'http-sse' }) },
  )
  expect(connection.info).toMatchObject({ era: 'modern', transport: 'streamable-http' })
})
