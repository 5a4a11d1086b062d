import { NEVER_ABORTED } from '@gatehouse/base'
import type { ServerResponse } from 'node:http'
import { toleratedHttpRows } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RawExchange } from '../testing/raw-http-server.ts'
import { createRawBench, done, tool, type RawBench } from '../faults/raw-bench.ts'
import { createTestBench, eventually, type TestBench } from '../testing/recorded-connection.ts'
import { variantsOf } from './variants-of.ts'

type Answer = (response: ServerResponse) => unknown
const forever = NEVER_ABORTED

const oddAnswers: Answer[] = [
  (response) => response.writeHead(202).end(),
  (response) => response.writeHead(500).end('Oops'),
  (response) => response.writeHead(422, json).end('{"detail":[{"loc":["body"],"msg":"bad"}]}'),
  (response) =>
    response
      .writeHead(400, json)
      .end(
        '{"jsonrpc":"2.0","id":1000000000,"error":{"code":-32000,"message":"Bad Request: Unsupported protocol version"}}',
      ),
  (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>'),
  () => undefined,
]

/** Status, type and body of answers to a notification, and what the log says of each. */
const notificationAnswers: [number, string, string][] = [
  [400, 'application/json', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No."}}'],
  [200, 'application/json', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No."}}'],
  [200, 'application/json', '{"jsonrpc":"2.0","id":null,"result":{}}'],
  [200, 'application/json', '{"jsonrpc":"2.0","id":null}'],
  [200, 'application/json', '{}'],
  [200, 'application/json', 'null'],
  [200, 'application/json', '"ok"'],
  [202, 'text/plain', 'accepted'],
  [404, 'text/plain', 'No such method'],
  [200, 'text/html', '<p>ok</p>'],
]
const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream' }

/** A server that answers each notification by `answer`, and how its session went. */
async function withAnswer(raw: RawBench, answer: Answer) {
  let streams = 0
  const opened = await raw.openWith(({ method, message, response, reply }) => {
    if (message['method'] === 'tools/call') return (reply(done), true)
    if (method === 'GET') streams += 1
    if (method !== 'POST' || message['id'] !== undefined) return false
    answer(response)
    return true
  })
  expect(await opened.call()).toMatchObject(done)
  // The client opens the server's own stream only after HTTP 202.
  await eventually(() => streams > 0)
  return opened
}

/** Calls a tool whose response is this event stream. */
async function callStreaming(raw: RawBench, text: (event: string) => string): Promise<unknown> {
  const respond = ({ message, response }: RawExchange): boolean => {
    if (message['method'] !== 'tools/call') return false
    const event = JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: done })
    response.writeHead(200, events).end(text(event))
    return true
  }
  return (await raw.openWith(respond)).call()
}

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'raw', version: '1' },
}

let bench: TestBench
let raw: RawBench
beforeAll(async () => {
  bench = await createTestBench({ headStartMs: 150 })
})
beforeEach(async () => {
  raw = await createRawBench()
})
afterEach(() => raw.close())
afterAll(() => bench.close())

const checks: Record<(typeof toleratedHttpRows)[number]['id'], () => Promise<void>> = {
  'odd-answers-to-the-probe': async () => {
    for (const answer of oddAnswers) {
      const { url } = await raw.serve(({ message, response }) => {
        if (message['method'] !== 'server/discover') return false
        answer(response)
        return true
      })
      const { connection } = await bench.open({ kind: 'http', url, headers: {} })
      expect(connection.info.era).toBe('legacy')
      await connection.close()
    }
  },
  'events-that-are-no-messages': async () => {
    const noise = [
      'data: ping',
      'data: [DONE]',
      'data: null',
      'data: {}',
      'data:',
      'id: 7',
      'retry: 10',
      'event: ping\ndata: pong',
      'event: endpoint\ndata: /messages',
      'event: message\ndata:',
    ].map((event) => `${event}\n\n`)
    expect(
      await callStreaming(raw, (event) => `${noise.join('')}data: ${event}\n\n`),
    ).toMatchObject(done)
  },
  'no-empty-line-at-the-end': async () => {
    expect(await callStreaming(raw, (event) => `data: ${event}\n`)).toMatchObject(done)
  },
  'other-line-ends': async () => {
    for (const text of [
      (event: string) => `\ufeffdata: ${event}\r\n\r\n`,
      (event: string) => `data:${event}\r\r`,
    ])
      expect(await callStreaming(raw, text)).toMatchObject(done)
  },
  'answers-to-notifications': async () => {
    for (const [status, type, body] of notificationAnswers) {
      const { recording } = await withAnswer(raw, (response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      )
      const line = `The server answered notifications/initialized with HTTP ${status}: ${body}`
      await eventually(() => recording.logs.some(({ text }) => text === line))
    }
    const quiet = await withAnswer(raw, (response) => response.writeHead(204).end())
    expect(quiet.recording.logs.map(({ text }) => text).join()).not.toContain('answered')
    await withAnswer(raw, (response) => response.writeHead(200, events).write(': on\n\n'))
  },
  'session-for-the-probe': async () => {
    const open = new Set<string>()
    let begun = 0
    const { url } = await raw.serve(({ method, headers, message, response, reply }) => {
      const known = headers['mcp-session-id']
      if (method === 'DELETE') return (open.delete(String(known)), response.end(), true)
      if (known !== undefined) return false
      const session = `s${(begun += 1)}`
      open.add(session)
      const named = { 'mcp-session-id': session }
      if (message['method'] !== 'server/discover') return (reply(initialized, named), true)
      response.writeHead(400, { ...json, ...named }).end('{"error":"no valid session"}')
      return true
    })
    const { connection } = await raw.bench.open({ kind: 'http', url, headers: {} })
    await eventually(() => open.size === 1)
    expect([...open]).toEqual(['s2'])
    expect(await connection.listTools(forever)).toMatchObject([{ name: tool.name }])
  },
}

test.each(variantsOf(toleratedHttpRows))('a server ($wire, $era) that $does is read', ({ id }) =>
  checks[id](),
)
