import { NEVER_ABORTED } from '@gatehouse/base'
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client'
import type { JsonObject } from '@gatehouse/domain'
import { createFixtureServer } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import type {
  CustomTransportEvents,
  CustomTransportFactory,
} from '../../transports/custom/custom-transport-interface.ts'

const signal = NEVER_ABORTED
let bench: TestBench

afterEach(() => bench.close())

const target = { kind: 'custom' as const, name: 'memory', settings: {} }

/** The SDK's own server at the other end of a pair in this process. */
function memoryTransportFactory(): { factory: CustomTransportFactory; drop: () => Promise<void> } {
  let drop = () => Promise.resolve()
  return {
    drop: () => drop(),
    async factory(_settings: JsonObject, events: CustomTransportEvents) {
      const [near, far] = InMemoryTransport.createLinkedPair()
      near.onmessage = (message) => events.onMessage(message)
      near.onclose = () => events.onClosed('the other end went away')
      await near.start()
      const server = await createFixtureServer({ features: ['echo', 'slow', 'prompts'] })
      await server.connect(far)
      drop = () => far.close()
      return {
        send: (message) => near.send(message as unknown as JSONRPCMessage),
        close: () => near.close(),
      }
    },
  }
}

/** A server of the modern era in few words: only what the handshake, a list and a call need. */
const modernTransportFactory: CustomTransportFactory = (_settings, events) =>
  Promise.resolve({
    send(message) {
      const { id } = message
      const method = typeof message['method'] === 'string' ? message['method'] : ''
      const complete = { resultType: 'complete' }
      const results: Record<string, JsonObject> = {
        'server/discover': {
          ...complete,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1' } },
          ttlMs: 0,
          cacheScope: 'private',
        },
        'tools/list': {
          ...complete,
          tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
          ttlMs: 0,
          cacheScope: 'private',
        },
        'tools/call': { ...complete, content: [{ type: 'text', text: 'from afar' }] },
      }
      const result = results[method]
      if (id !== undefined)
        setImmediate(() =>
          events.onMessage(
            result
              ? { jsonrpc: '2.0', id, result }
              : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } },
          ),
        )
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  })

test('a legacy server is spoken to over a registered transport', async () => {
  const { factory, drop } = memoryTransportFactory()
  bench = await createTestBench({ customTransports: { memory: factory } })
  const { connection, recording } = await bench.open(target)
  expect(connection.info).toMatchObject({ era: 'legacy', transport: 'memory' })
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const call = { tool, arguments: { text: 'over memory' }, onProgress: () => undefined }
  const result = await connection.callTool(call, signal)
  expect(result.content[0]).toMatchObject({ text: 'over memory' })
  expect(await connection.listPrompts(signal)).not.toHaveLength(0)
  expect(recording.frames.map(({ method }) => method)).toContain('tools/call')
  proves('protocol.custom-transport.spoken', 'custom legacy')
  await drop()
  const [down] = await eventually(() => recording.downs.length > 0 && recording.downs)
  expect(down).toMatchObject({ code: 'unreachable', detail: 'the other end went away' })
})

test('a modern server is spoken to over a registered transport', async () => {
  bench = await createTestBench({ customTransports: { memory: modernTransportFactory } })
  const { connection, recording } = await bench.open(target)
  expect(connection.info).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' })
  const [tool] = await connection.listTools(signal)
  if (!tool) throw new Error('no tool')
  const call = { tool, arguments: {}, onProgress: () => undefined }
  expect((await connection.callTool(call, signal)).content[0]).toMatchObject({ text: 'from afar' })
  proves('protocol.custom-transport.spoken', 'custom modern')
  await connection.close()
  expect(recording.downs).toEqual([])
})

test('a transport of an unknown name and one that cannot be opened fail in words', async () => {
  bench = await createTestBench({
    customTransports: { broken: () => Promise.reject(new Error('No such device.')) },
  })
  const unknown = await bench.openFailing(target)
  expect(unknown.failure.message).toContain('no transport named "memory"')
  const broken = await bench.openFailing({ ...target, name: 'broken' })
  expect(broken.failure.message).toContain('No such device.')
})

test('what is not a message does not stop a registered transport', async () => {
  const noisy: CustomTransportFactory = (settings, events, limit) => {
    events.onMessage('hello')
    events.onMessage({ jsonrpc: '1.0' })
    return modernTransportFactory(settings, events, limit)
  }
  bench = await createTestBench({ customTransports: { memory: noisy } })
  const { connection, recording } = await bench.open(target)
  expect(connection.info.era).toBe('modern')
  expect(recording.frames.filter(({ kind }) => kind === 'malformed')).toHaveLength(2)
})
