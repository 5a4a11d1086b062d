import { NEVER_ABORTED } from '@gatehouse/base'
import type { ServerResponse } from 'node:http'
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
  type RawHttpServer,
} from '../../../checks/testing/raw-http-server.ts'

const signal = NEVER_ABORTED
const tool = { name: 'work', inputSchema: { type: 'object' } }
let bench: TestBench
let server: RawHttpServer | undefined

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  await server?.close()
})

test('a large result that the end of the stream follows at once is the result, and nothing is asked for again', async () => {
  let events: ServerResponse | undefined
  const text = 'large '.repeat(1_500_000)
  const results: Record<string, object> = {
    initialize: { ...rawInitialized, protocolVersion: '2024-11-05' },
    'tools/list': { tools: [tool] },
    'tools/call': { content: [{ type: 'text', text }] },
  }
  server = await startRawHttpServer(({ method, message, response, stream }) => {
    if (method === 'GET') {
      events = response
      return stream('retry: 0\nevent: endpoint\ndata: /mcp\n\n')
    }
    response.writeHead(202).end()
    if (message['id'] === undefined) return undefined
    const name = String(message['method'])
    const result = results[name] ?? {}
    events?.write(eventText({ jsonrpc: '2.0', id: message['id'], result }))
    if (name === 'tools/call') events?.end()
    return undefined
  })
  const { connection, recording } = await bench.open({
    kind: 'http',
    url: server.url,
    headers: {},
    httpTransport: 'http-sse',
  })
  const result = await connection.callTool(
    { tool, arguments: {}, onProgress: () => undefined },
    signal,
  )
  expect(result.content[0]).toEqual({ type: 'text', text })
  await eventually(() => recording.downs.length === 1)
  expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
})
