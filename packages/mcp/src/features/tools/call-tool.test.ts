import { NEVER_ABORTED } from '@gatehouse/base'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolCallProgress } from '@gatehouse/domain'
import type { Connection } from '@gatehouse/host/ports'
import { fixtureServerCommand, startFixtureHttpServer, type FixtureEra } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

const forever = NEVER_ABORTED
const tool = { name: 'tool', inputSchema: { type: 'object' } }
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

function call(connection: Connection, name: string, args: Record<string, number | string> = {}) {
  const progress: ToolCallProgress[] = []
  const controller = new AbortController()
  const request = {
    tool: { name, inputSchema: { type: 'object' } },
    arguments: args,
    onProgress: (report: ToolCallProgress) => progress.push(report),
  }
  return { progress, controller, done: connection.callTool(request, controller.signal) }
}

/** A server whose `tools/call` runs `body`. */
function responding(body: string) {
  return stdioTarget(scriptedServer(`if (message.method === 'tools/call') { ${body} } else next()`))
}

describe.each<FixtureEra>(['legacy', 'modern'])('with a %s server', (era) => {
  test('over stdio, cancelling ends the call at once and the server is notified', async () => {
    const eventsFile = join(bench.folder, 'events')
    const command = fixtureServerCommand({ era, features: ['slow'], eventsFile })
    const { connection } = await bench.open(stdioTarget(command))
    const { controller, done, progress } = call(connection, 'slow', { steps: 100, stepMs: 100 })
    await eventually(() => progress.length > 1)
    const aborted = performance.now()
    controller.abort()
    await expect(done).rejects.toMatchObject({ code: 'call/cancelled' })
    expect(performance.now() - aborted).toBeLessThan(500)
    await eventually(async () => (await readFile(eventsFile, 'utf8')).includes('cancel-seen'))
  })

  test('over HTTP, cancelling ends the call at once and the server is notified', async () => {
    const server = await startFixtureHttpServer({ era, features: ['slow'] })
    const { connection } = await bench.open({ kind: 'http', url: server.url, headers: {} })
    const { controller, done, progress } = call(connection, 'slow', { steps: 100, stepMs: 100 })
    await eventually(() => progress.length > 1)
    controller.abort()
    await expect(done).rejects.toMatchObject({ code: 'call/cancelled' })
    await eventually(() => server.events.some((event) => event.type === 'cancel-seen'))
    await connection.close()
    await server.close()
  })

  test('progress counts as life: a call may take longer than the time of silence', async () => {
    const command = fixtureServerCommand({ era, features: ['slow'] })
    const { connection } = await bench.open(stdioTarget(command), { requestTimeoutMs: 1000 })
    const { done, progress } = call(connection, 'slow', { steps: 6, stepMs: 400 })
    expect((await done).content).toEqual([{ type: 'text', text: 'Finished 6 steps.' }])
    expect(progress.at(-1)).toMatchObject({ total: 6, message: expect.stringContaining('of 6') })
  })

  test('silence ends the call with the time waited, and the server is notified', async () => {
    const eventsFile = join(bench.folder, 'events')
    const command = fixtureServerCommand({ era, features: ['slow'], eventsFile })
    const { connection } = await bench.open(stdioTarget(command), { requestTimeoutMs: 1000 })
    const { done } = call(connection, 'slow', { steps: 1, stepMs: 60_000 })
    await expect(done).rejects.toMatchObject({
      code: 'call/timed-out',
      data: { waitedMs: expect.closeTo(1000, -3) },
    })
    await eventually(async () => (await readFile(eventsFile, 'utf8')).includes('cancel-seen'))
  })
})

test('progress comes at most ten times a second, rising, with the last report', async () => {
  const { connection } = await bench.open(
    responding(`
      const progressToken = message.params._meta.progressToken;
      for (let i = 1; i <= 200; i += 1) {
        const progress = i % 50 === 0 ? i - 30 : i;
        send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, total: 200 } });
        if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      }
      send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 200, total: 200 } });
      reply({ content: [] });`),
  )
  const started = performance.now()
  const { done, progress } = call(connection, 'tool')
  await done
  expect(progress.length).toBeLessThan((performance.now() - started) / 100 + 3)
  const values = progress.map((report) => report.progress)
  expect(values).toEqual([...values].sort((a, b) => a - b))
  expect(values.at(-1)).toBe(200)
})

test('progress that comes in one breath with the result is not lost', async () => {
  const { connection } = await bench.open(
    responding(`
      const params = { progressToken: message.params._meta.progressToken, progress: 1, total: 1 };
      process.stdout.write(
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }) + '\\n' +
        JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { content: [] } }) + '\\n');`),
  )
  const { done, progress } = call(connection, 'tool')
  await done
  expect(progress).toEqual([{ progress: 1, total: 1 }])
})

test('a late result of a cancelled call is dropped', async () => {
  const { connection, recording } = await bench.open(
    responding(`setTimeout(() => reply({ content: [{ type: 'text', text: 'late' }] }), 300)`),
  )
  const { controller, done } = call(connection, 'tool')
  setTimeout(() => controller.abort(), 50)
  await expect(done).rejects.toMatchObject({ code: 'call/cancelled' })
  await eventually(() => JSON.stringify(recording.frames).includes('late'))
  expect((await call(connection, 'tool').done).content).toEqual([{ type: 'text', text: 'late' }])
})

test('a server that dies in a call loses the call, is reported down once, and says why', async () => {
  const command = fixtureServerCommand({ features: ['crash', 'echo'] })
  const { connection, recording } = await bench.open(stdioTarget(command))
  await expect(call(connection, 'crash', { code: 42 }).done).rejects.toMatchObject({
    code: 'call/connection-lost',
  })
  await eventually(() => recording.downs[0])
  expect(recording.downs).toMatchObject([{ code: 'exited', exitCode: 42 }])
  await expect(call(connection, 'echo', { text: '' }).done).rejects.toMatchObject({
    code: 'call/connection-lost',
  })
})

test('an HTTP server that dies in a call loses the call and is reported down', async () => {
  const server = await startFixtureHttpServer({ era: 'modern', features: ['crash'] })
  const { connection, recording } = await bench.open({ kind: 'http', url: server.url, headers: {} })
  await expect(call(connection, 'crash').done).rejects.toMatchObject({
    code: 'call/connection-lost',
  })
  await eventually(() => recording.downs[0])
  expect(recording.downs).toMatchObject([{ code: 'unreachable' }])
})

test("the tool's own error is a result, the protocol's is not", async () => {
  const command = fixtureServerCommand({ features: ['fail'] })
  const { connection } = await bench.open(stdioTarget(command))
  expect(await call(connection, 'fail').done).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'The disk is full.' }],
  })
  const refusing = await bench.open(responding(`refuse(-32602, 'Unknown tool: tool', { a: 1 })`))
  await expect(call(refusing.connection, 'tool').done).rejects.toMatchObject({
    code: 'call/protocol',
    message: expect.stringContaining('Unknown tool: tool'),
    data: { rpcCode: -32602 },
  })
})

test('content of an unknown or broken kind becomes a note and loses nothing else', async () => {
  const content = [
    { type: 'text', text: 'fine' },
    { type: 'hologram', data: 'xyz' },
    { type: 'image', mimeType: 'image/png' },
    { type: 'text', text: 'bad hints', annotations: { audience: 'everyone' } },
    'not even an object',
  ]
  const { connection } = await bench.open(
    responding(`reply({ content: ${JSON.stringify(content)} })`),
  )
  const result = await call(connection, 'tool').done
  expect(result.content.map((block) => block.type)).toEqual(Array(5).fill('text'))
  expect(result.content[0]).toEqual({ type: 'text', text: 'fine' })
  expect(JSON.stringify(result.content[1])).toContain('hologram')
  expect(result.content[3]).toEqual({ type: 'text', text: 'bad hints' })
})

/** @threat responses.unread-result */
test('a result of which nothing can be read leaves it unknown whether the call ran', async () => {
  const { connection } = await bench.open(responding(`reply(17)`))
  await expect(call(connection, 'tool').done).rejects.toMatchObject({
    code: 'call/outcome-unknown',
  })
})

test.each<[string, string, object]>([
  [
    'a text in place of the list',
    `{ content: 'done' }`,
    { content: [{ type: 'text', text: 'done' }] },
  ],
  [
    'one block',
    `{ content: { type: 'text', text: 'a' } }`,
    { content: [{ type: 'text', text: 'a' }] },
  ],
  ['the list alone', `[{ type: 'text', text: 'a' }]`, { content: [{ type: 'text', text: 'a' }] }],
  [
    'no list',
    `{ content: null, structuredContent: { n: null } }`,
    { content: [], structuredContent: { n: null } },
  ],
  [
    'null everywhere',
    `{ content: [{ type: 'text', text: 'a', annotations: null }], isError: null, _meta: null, structuredContent: null }`,
    { content: [{ type: 'text', text: 'a' }] },
  ],
  ['a flag as text', `{ content: [], isError: 'true' }`, { content: [], isError: true }],
])('a result with %s is read', async (_name, result, expected) => {
  const { connection } = await bench.open(responding(`reply(${result})`))
  expect(await call(connection, 'tool').done).toEqual({ isError: false, ...expected })
})

/** @threat responses.unread-result */
test('structured content that breaks the output schema is kept, with a note before it', async () => {
  const outputSchema = {
    type: 'object',
    properties: { sum: { type: 'number' } },
    required: ['sum'],
  }
  const run = async (result: object) => {
    const { connection } = await bench.open(responding(`reply(${JSON.stringify(result)})`))
    const request = { tool: { ...tool, outputSchema }, arguments: {}, onProgress: () => undefined }
    return connection.callTool(request, forever)
  }
  const created = { type: 'text', text: 'Issue 17 was created' }
  expect(await run({ content: [created], structuredContent: { sum: 'five' } })).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('output schema') }, created],
    structuredContent: { sum: 'five' },
    isError: false,
  })
  expect(await run({ content: [created] })).toMatchObject({
    content: [{ text: expect.stringContaining('no structured content') }, created],
  })
  expect(await run({ content: [], isError: true })).toMatchObject({ isError: true })
  expect(await run({ content: [], structuredContent: { sum: 5 } })).toMatchObject({
    structuredContent: { sum: 5 },
  })
})

test('an output schema that cannot be used does not cost the result', async () => {
  const { connection, recording } = await bench.open(
    responding(`reply({ content: [], structuredContent: { a: 1 } })`),
  )
  const outputSchema = { $schema: 'http://json-schema.org/draft-03/schema#', type: 'object' }
  const request = { tool: { ...tool, outputSchema }, arguments: {}, onProgress: () => undefined }
  expect(await connection.callTool(request, forever)).toMatchObject({ structuredContent: { a: 1 } })
  expect(recording.logs.some((line) => line.text.includes('cannot be used'))).toBe(true)
})

test('a bomb of nested content is refused in words', async () => {
  const { connection } = await bench.open(
    responding(`
      const deep = '['.repeat(50000) + ']'.repeat(50000);
      process.stdout.write('{"jsonrpc":"2.0","id":' + message.id + ',"result":{"content":[],"structuredContent":{"a":' + deep + '}}}\\n');`),
  )
  await expect(call(connection, 'tool').done).rejects.toThrow(/deeper than 128 levels/)
})

test('requests for what the host does not offer are refused, not ignored', async () => {
  const { connection, recording } = await bench.open(
    responding(`
      send({ jsonrpc: '2.0', id: 'ask-1', method: 'roots/list' });
      setTimeout(() => reply({ content: [] }), 200);`),
  )
  await call(connection, 'tool').done
  expect(recording.frames).toContainEqual(
    expect.objectContaining({ direction: 'out', kind: 'error', rpcId: 'ask-1' }),
  )
})
