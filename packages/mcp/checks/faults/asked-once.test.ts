import { NEVER_ABORTED } from '@gatehouse/base'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventText } from '../testing/raw-http-server.ts'
import { nobody, stdioTarget } from '../testing/recorded-connection.ts'
import { scriptedServer } from '../testing/scripted-server.ts'
import { createRawBench, done, everything, result, tool, type RawBench } from './raw-bench.ts'

let raw: RawBench

beforeEach(async () => {
  raw = await createRawBench()
})
afterEach(() => raw.close())

const asks = {
  method: 'elicitation/create',
  params: { message: 'Which city?', requestedSchema: { type: 'object', properties: {} } },
}

/**
 * @threat faults.asked-twice
 * @attacker server
 * @tries To have the person answer one request twice, by sending it again under its id or replaying its event.
 * @stoppedBy Each request of a session is handled once; a repetition is noted and dropped.
 */
test.each([
  ['twice at once', [0, 0]],
  ['again while it is being answered', [0, 100]],
  ['again after it was answered', [0, 600]],
])('what a server asks %s is put before the person once', async (_how, pauses) => {
  let asked = 0
  const results: unknown[] = []
  const opened = await raw.openWith(
    ({ message, response, stream }) => {
      if (message['id'] === 'q' && message['method'] === undefined) {
        results.push(message['result'])
        response.writeHead(202).end()
        return true
      }
      if (message['method'] !== 'tools/call') return false
      stream(': \n\n')
      const request = eventText({ jsonrpc: '2.0', id: 'q', ...asks })
      for (const pause of pauses) setTimeout(() => response.write(request), pause)
      setTimeout(() => response.end(`data: ${result(message['id'])}\n\n`), 1000)
      return true
    },
    {
      clientFeatures: everything,
      onRequest: {
        ...nobody.onRequest,
        async elicit() {
          asked += 1
          await new Promise((resolve) => setTimeout(resolve, 300))
          return { action: 'decline' as const }
        },
      },
    },
  )
  expect(await opened.call()).toMatchObject(done)
  expect(asked).toBe(1)
  expect(results).toEqual([{ action: 'decline' }])
  expect(opened.recording.logs.some(({ text }) => text.includes('came twice'))).toBe(true)
  proves('faults.asked-once.http')
})

test('another request under an id that was answered is another request', async () => {
  const asked: string[] = []
  const opened = await raw.openWith(
    ({ message, response, stream }) => {
      if (message['method'] !== 'tools/call') return false
      stream(': \n\n')
      const request = (text: string) =>
        eventText({ jsonrpc: '2.0', id: 1, ...asks, params: { ...asks.params, message: text } })
      setTimeout(() => response.write(request('One?')), 10)
      setTimeout(() => response.write(request('Two?')), 300)
      setTimeout(() => response.end(`data: ${result(message['id'])}\n\n`), 600)
      return true
    },
    {
      clientFeatures: everything,
      onRequest: {
        ...nobody.onRequest,
        elicit(request: { message: string }) {
          asked.push(request.message)
          return Promise.resolve({ action: 'decline' as const })
        },
      },
    },
  )
  await opened.call()
  expect(asked).toEqual(['One?', 'Two?'])
})

/** @threat faults.asked-twice */
test('what a server asks twice over stdio is put before the person once', async () => {
  let asked = 0
  const script = scriptedServer(`
    if (message.method === 'tools/list') return reply({ tools: [${JSON.stringify(tool)}] });
    if (message.id === 'q') return globalThis.count = (globalThis.count ?? 0) + 1;
    if (message.method !== 'tools/call') return next();
    const request = { jsonrpc: '2.0', id: 'q', ...${JSON.stringify(asks)} };
    send(request);
    send(request);
    setTimeout(() => send(request), 400);
    setTimeout(() => reply({ content: [{ type: 'text', text: String(globalThis.count) }] }), 700);
  `)
  const { connection } = await raw.bench.open(stdioTarget(script), {
    clientFeatures: everything,
    onRequest: {
      ...nobody.onRequest,
      async elicit() {
        asked += 1
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { action: 'decline' as const }
      },
    },
  })
  const reported = await connection.callTool(
    { tool, arguments: {}, onProgress: () => undefined },
    NEVER_ABORTED,
  )
  expect(asked).toBe(1)
  expect(reported.content).toMatchObject([{ text: '1' }])
  proves('faults.asked-once.stdio')
})
