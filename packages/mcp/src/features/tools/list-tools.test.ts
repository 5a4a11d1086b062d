import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

const signal = NEVER_ABORTED
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

/** A server whose `tools/list` runs `body`. */
function listing(body: string) {
  return stdioTarget(
    scriptedServer(
      `if (message.method === 'tools/list') { ${body} } else next()`,
      'let round = 0;',
    ),
  )
}

test('one bad tool is left out by name and the others stay', async () => {
  const tools = [
    { name: 'good', inputSchema: { type: 'object' } },
    { name: 'no-schema' },
    { name: 'hints', inputSchema: { type: 'object' }, annotations: 'wrong', title: 7 },
    { name: 'string-schema', inputSchema: { type: 'string' } },
    { inputSchema: {} },
    null,
    { name: 'good', inputSchema: { type: 'object' }, description: 'the second' },
  ]
  const { connection, recording } = await bench.open(
    listing(`reply({ tools: ${JSON.stringify(tools)} })`),
  )
  const listed = await connection.listTools(signal)
  expect(listed.map((tool) => tool.name)).toEqual(['good', 'hints'])
  const notes = recording.logs.filter((line) => line.source === 'host').map((line) => line.text)
  expect(notes.filter((note) => note.includes('is left out'))).toHaveLength(5)
  expect(notes.join('\n')).toContain('"no-schema"')
})

/**
 * @threat inbound.long-title
 * @attacker server
 * @tries Gives a tool a title of 900 KB, which each call and its record would keep for good.
 * @stoppedBy A title of more than 256 characters is left out, a record keeps at most 300.
 */
test('a title of a page is left out, and its tool stays', async () => {
  const { connection } = await bench.open(
    listing(`
      const inputSchema = { type: 'object' }, long = 'x'.repeat(900000);
      reply({ tools: [
        { name: 'a', title: long, inputSchema },
        { name: 'b', annotations: { title: long, readOnlyHint: true }, inputSchema },
        { name: 'c', title: 'See', inputSchema },
      ] })`),
  )
  expect(await connection.listTools(signal)).toEqual([
    expect.objectContaining({ name: 'a', inputSchema: { type: 'object' } }),
    expect.objectContaining({ name: 'b', annotations: { readOnlyHint: true } }),
    expect.objectContaining({ name: 'c', title: 'See' }),
  ])
  const [first] = await connection.listTools(signal)
  expect(first).not.toHaveProperty('title')
})

test('all pages are read, in order', async () => {
  const { connection } = await bench.open(
    listing(`
      const page = Number(message.params?.cursor ?? 0);
      const tools = [{ name: 'tool-' + page, inputSchema: { type: 'object' } }];
      reply(page < 4 ? { tools, nextCursor: String(page + 1) } : { tools });`),
  )
  const listed = await connection.listTools(signal)
  expect(listed.map((tool) => tool.name)).toEqual([
    'tool-0',
    'tool-1',
    'tool-2',
    'tool-3',
    'tool-4',
  ])
})

test('a list without end is cut and that is reported', async () => {
  const { connection, recording } = await bench.open(
    listing(`
      round += 1;
      reply({ tools: [{ name: 'tool-' + round, inputSchema: { type: 'object' } }], nextCursor: 'c' + round });`),
  )
  expect(await connection.listTools(signal)).toHaveLength(64)
  expect(recording.logs.some((line) => line.text.includes('the first 64 entries'))).toBe(true)
})

test('a cursor that comes again does not lead in a circle', async () => {
  const { connection } = await bench.open(
    listing(
      `reply({ tools: [{ name: 'one', inputSchema: { type: 'object' } }], nextCursor: 'same' })`,
    ),
  )
  expect(await connection.listTools(signal)).toHaveLength(1)
})

test('a listing that never comes times out in words', async () => {
  const { connection } = await bench.open(listing(``), { requestTimeoutMs: 1000 })
  await expect(connection.listTools(signal)).rejects.toMatchObject({
    code: 'connection/failed',
    data: { failure: { code: 'no-response', waitedMs: 1000 } },
  })
})

test('many notices of change lead to few listings, and the last list arrives', async () => {
  const { connection, recording } = await bench.open(
    listing(`
      round += 1;
      const tools = Array.from({ length: round }, (_, i) => ({ name: 't' + i, inputSchema: { type: 'object' } }));
      reply({ tools });
      // In one piece: on a busy machine those written one by one may come further apart than what counts as one.
      const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
      if (round === 1) process.stdout.write((JSON.stringify(notice) + '\\n').repeat(50));`),
  )
  expect(await connection.listTools(signal)).toHaveLength(1)
  const changed = await eventually(() => recording.toolLists[0])
  expect(changed).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(recording.toolLists).toHaveLength(1)
})

test('a modern server is listened to, again after it ends the subscription', async () => {
  const target = stdioTarget(
    scriptedServer(
      `
      const meta = { 'io.modelcontextprotocol/subscriptionId': message.id };
      if (message.method === 'server/discover') reply({
        resultType: 'complete', supportedVersions: ['2026-07-28'], ttlMs: 0, cacheScope: 'private',
        capabilities: { tools: { listChanged: true } },
      });
      else if (message.method === 'tools/list') {
        round += 1;
        reply({ resultType: 'complete', ttlMs: 0, cacheScope: 'private',
          tools: [{ name: 'round-' + round, inputSchema: { type: 'object' } }] });
      } else if (message.method === 'subscriptions/listen') {
        listens += 1;
        send({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged',
          params: { _meta: meta, notifications: { toolsListChanged: true } } });
        send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: meta } });
        if (listens === 1) setTimeout(() => send({ jsonrpc: '2.0', method: 'notifications/cancelled',
          params: { requestId: message.id, _meta: meta } }), 300);
      }`,
      'let round = 0, listens = 0;',
    ),
  )
  const { connection, recording } = await bench.open(target)
  expect(connection.info).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' })
  expect(connection.info.serverName).toBeUndefined()
  await eventually(() => recording.toolLists.length >= 2, 6000)
  const listens = recording.frames.filter(
    (frame) => frame.direction === 'out' && frame.method === 'subscriptions/listen',
  )
  expect(listens).toHaveLength(2)
})
