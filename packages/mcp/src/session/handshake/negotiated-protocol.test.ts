import type { NegotiatedProtocol } from '@gatehouse/domain'
import { fixtureServerCommand, startHttpServer, startProtocolServer } from '@gatehouse/testkit'
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

test('[protocol.verdict stdio legacy] a server that is known to be legacy is asked again, or started twice', async () => {
  // It stops at any question before `initialize`: without the negotiated protocol it is started twice.
  const stops = stdioTarget(
    scriptedServer(`if (message.method === 'server/discover') process.exit(1); next();`),
  )
  const first = await bench.open(stops)
  expect(first.recording.steps.filter((step) => step === 'spawn')).toHaveLength(2)
  const known = await bench.open(stops, { negotiated: protocol() })
  expect(known.recording.steps.filter((step) => step === 'spawn')).toHaveLength(1)
  expect(sentBy(known.recording.frames)[0]).toBe('initialize')
})

test('[stdio] a verdict that is no longer true is fatal', async () => {
  const modern = stdioTarget(fixtureServerCommand({ era: 'modern', features: ['echo'] }))
  const { connection, recording } = await bench.open(modern, { negotiated: protocol() })
  expect(connection.info.era).toBe('modern')
  expect(sentBy(recording.frames).slice(0, 2)).toEqual(['initialize', 'server/discover'])
  expect(recording.logs.map(({ text }) => text).join()).toContain('negotiated again')
})

test('[stdio] a server that fails in any case is started more than twice', async () => {
  const broken = stdioTarget({ command: process.execPath, args: ['-e', 'process.exit(3)'] })
  const { failure, recording } = await bench.openFailing(broken, { negotiated: protocol() })
  expect(failure).toMatchObject({ code: 'exited', exitCode: 3 })
  expect(recording.steps.filter((step) => step === 'spawn')).toHaveLength(2)
})

test('a verdict overrules what the person pinned', async () => {
  const dual = stdioTarget(fixtureServerCommand({ era: 'dual', features: ['echo'] }))
  const { connection } = await bench.open(dual, {
    protocol: { pin: '2026-07-28' },
    negotiated: protocol(),
  })
  expect(connection.info.era).toBe('modern')
})

test('[protocol.verdict http legacy] a server that is known to be legacy gets requests that fail first', async () => {
  const server = await startHttpServer({ era: 'legacy', features: ['echo'] })
  closers.push(() => server.close())
  await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    { negotiated: protocol({ transport: 'streamable-http' }) },
  )
  expect(server.requests[0]?.body).toMatchObject({ method: 'initialize' })
})

test('[protocol.verdict sse legacy] a server that is known to speak HTTP+SSE gets requests that fail first', async () => {
  const server = await startProtocolServer({ wire: 'sse', era: 'legacy', revision: '2024-11-05' })
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
})

test('[http] a server that left HTTP+SSE behind is not found any more', async () => {
  const server = await startHttpServer({ era: 'dual', features: ['echo'] })
  closers.push(() => server.close())
  const { connection } = await bench.open(
    { kind: 'http', url: server.url, headers: {} },
    { negotiated: protocol({ transport: 'http-sse' }) },
  )
  expect(connection.info).toMatchObject({ era: 'modern', transport: 'streamable-http' })
})
