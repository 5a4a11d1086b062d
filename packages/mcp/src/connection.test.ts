import { NEVER_ABORTED } from '@gatehouse/base'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Tool } from '@gatehouse/domain'
import type { Connection } from '@gatehouse/host/ports'
import {
  fixtureServerCommand,
  serverEverythingPath,
  serverFilesystemPath,
  startFixtureHttpServer,
  type FixtureEra,
} from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../checks/testing/recorded-connection.ts'

const signal = NEVER_ABORTED
const node = process.execPath
let bench: TestBench

beforeEach(async () => {
  // A busy machine starts servers slowly, and the era must not depend on that.
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(() => bench.close())

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function call(connection: Connection, name: string, args = {}) {
  const tools = await connection.listTools(signal)
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`No tool ${name} in ${tools.map((t: Tool) => t.name).join(', ')}`)
  return connection.callTool({ tool, arguments: args, onProgress: () => undefined }, signal)
}

const expectedEra = { legacy: 'legacy', modern: 'modern', dual: 'modern' } as const

describe.each<FixtureEra>(['legacy', 'modern', 'dual'])('a %s server', (era) => {
  test('over stdio is spoken to in its own era', async () => {
    const { connection, recording } = await bench.open(stdioTarget(fixtureServerCommand({ era })))
    expect(connection.info).toMatchObject({
      era: expectedEra[era],
      protocolVersion: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      serverName: 'gatehouse-fixture',
      serverTitle: 'Gatehouse fixture',
    })
    expect(connection.info.pid).toBeGreaterThan(1)
    expect(recording.steps).toEqual(['resolve', 'spawn', 'handshake'])
    const result = await call(connection, 'add', { a: 2, b: 3 })
    expect(result).toMatchObject({ isError: false, structuredContent: { sum: 5 } })
    expect(recording.roundTrips.length).toBeGreaterThan(1)
  })

  test('over HTTP is spoken to in its own era', async () => {
    const server = await startFixtureHttpServer({ era })
    const { connection, recording } = await bench.open({
      kind: 'http',
      url: server.url,
      headers: {},
    })
    expect(connection.info).toMatchObject({
      era: expectedEra[era],
      serverName: 'gatehouse-fixture',
    })
    expect(connection.info.pid).toBeUndefined()
    const result = await call(connection, 'echo', { text: 'héllo' })
    expect(result.content).toEqual([{ type: 'text', text: 'héllo' }])
    expect(recording.downs).toEqual([])
    await connection.close()
    await server.close()
  })
})

test('a legacy server that is pinned or set to legacy gets no probe', async () => {
  const command = stdioTarget(fixtureServerCommand({ era: 'dual' }))
  const legacy = await bench.open(command, { protocol: 'legacy' })
  expect(legacy.connection.info.era).toBe('legacy')
  expect(legacy.recording.frames[0]).toMatchObject({ direction: 'out', method: 'initialize' })
  const pinned = await bench.open(command, { protocol: { pin: '2025-06-18' } })
  expect(pinned.connection.info.protocolVersion).toBe('2025-06-18')
  const modern = await bench.open(command, { protocol: { pin: '2026-07-28' } })
  expect(modern.connection.info.protocolVersion).toBe('2026-07-28')
})

test('a pinned revision that the server does not speak is a failure that names it', async () => {
  const legacy = stdioTarget(fixtureServerCommand({ era: 'legacy' }))
  const { failure } = await bench.openFailing(legacy, { protocol: { pin: '2026-07-28' } })
  expect(failure).toMatchObject({ code: 'version-unsupported' })
  const unknown = await bench.openFailing(legacy, { protocol: { pin: '1999-01-01' } })
  expect(unknown.failure).toMatchObject({ code: 'version-unsupported' })
  const modern = stdioTarget(fixtureServerCommand({ era: 'modern' }))
  const refused = await bench.openFailing(modern, { protocol: 'legacy' })
  expect(refused.failure.code).toBe('version-unsupported')
})

test('the reference server works over HTTP', async () => {
  const port = await freePort()
  const server = spawn(node, [serverEverythingPath(), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise((resolve) => server.stderr.once('data', resolve))
  const url = `http://127.0.0.1:${port}/mcp`
  const { connection } = await bench.open({ kind: 'http', url, headers: {} })
  expect(connection.info).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' })
  const sum = await call(connection, 'get-sum', { a: 20, b: 22 })
  expect(JSON.stringify(sum.content)).toContain('42')
  await connection.close()
  server.kill()
})

test('the reference server works over stdio', async () => {
  const everything = serverEverythingPath()
  const stdio = await bench.open(stdioTarget({ command: node, args: [everything, 'stdio'] }))
  const tools = await stdio.connection.listTools(signal)
  expect(tools.map((tool) => tool.name)).toContain('get-structured-content')
  const sum = await call(stdio.connection, 'get-sum', { a: 20, b: 22 })
  expect(JSON.stringify(sum.content)).toContain('42')
  const image = await call(stdio.connection, 'get-tiny-image')
  expect(image.content.some((block) => block.type === 'image')).toBe(true)
  expect(stdio.recording.logs.some((line) => line.source === 'stderr')).toBe(true)
})

test('the filesystem server lists all its tools and reads a file', async () => {
  const { folder } = bench
  await writeFile(join(folder, 'note.txt'), 'a note')
  const target = stdioTarget({ command: node, args: [serverFilesystemPath(), folder] })
  const { connection } = await bench.open(target)
  expect((await connection.listTools(signal)).length).toBe(14)
  const result = await call(connection, 'read_text_file', { path: join(folder, 'note.txt') })
  expect(result).toMatchObject({ isError: false })
  expect(JSON.stringify(result.content)).toContain('a note')
})

test('frames are recorded in wire order with method, latency and size', async () => {
  const { connection, recording } = await bench.open(
    stdioTarget(fixtureServerCommand({ era: 'legacy', features: ['echo', 'fail'] })),
  )
  await call(connection, 'echo', { text: 'x' })
  const seen = recording.frames.map((f) => `${f.direction} ${f.kind} ${f.method ?? ''}`)
  expect(seen).toEqual([
    'out request server/discover',
    'in error server/discover',
    'out request initialize',
    'in response initialize',
    'out notification notifications/initialized',
    'out request tools/list',
    'in response tools/list',
    'out request tools/call',
    'in response tools/call',
  ])
  const [request, response] = recording.frames.slice(-2)
  expect(request?.rpcId).toBe(response?.rpcId)
  expect(response?.latencyMs).toBeGreaterThanOrEqual(0)
  expect(request?.bytes).toBe(Buffer.byteLength(JSON.stringify(request?.message)))
})

test('a large response is given whole, but kept in its frame only in part', async () => {
  const { connection, recording } = await bench.open(
    stdioTarget(fixtureServerCommand({ features: ['echo'] })),
  )
  const text = 'é'.repeat(400_000)
  const result = await call(connection, 'echo', { text })
  expect(result.content).toEqual([{ type: 'text', text }])
  const frame = recording.frames.at(-1)
  expect(frame).toMatchObject({ truncated: true, direction: 'in' })
  expect(frame?.bytes).toBeGreaterThan(800_000)
  expect(JSON.stringify(frame?.message).length).toBeLessThan(20_000)
})

test('aborting the start ends the process and says cancelled', async () => {
  const controller = new AbortController()
  const opening = bench.open(
    stdioTarget({ command: node, args: ['-e', 'setInterval(()=>{},1000);process.stdin.resume()'] }),
    {},
    controller.signal,
  )
  setTimeout(() => controller.abort(), 300)
  await expect(opening).rejects.toMatchObject({ code: 'connection/cancelled' })
})

test('a changed tool list reaches the listener over HTTP', async () => {
  let add: (() => void) | undefined
  const server = await startFixtureHttpServer({
    era: 'legacy',
    features: ['echo'],
    extend: (mcp) => {
      add = () => {
        mcp.registerTool('late', { description: 'Came later.' }, () => ({ content: [] }))
      }
    },
  })
  const { connection, recording } = await bench.open({ kind: 'http', url: server.url, headers: {} })
  expect((await connection.listTools(signal)).map((tool) => tool.name)).toEqual(['echo'])
  // The standing event stream is opened after the handshake.
  await eventually(() => server.requests.some((request) => request.method === 'GET'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  add?.()
  const tools = await eventually(() => recording.toolLists.at(-1))
  expect(tools.map((tool) => tool.name)).toEqual(['echo', 'late'])
  await connection.close()
  await server.close()
})
