import type { JsonObject, ToolResult } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../../testing/index.ts'
import { textDigest } from '../../testing/in-memory-ports.ts'
import { definitionHash } from '../tool-offers/tool-catalog.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** One turn whose first step makes these calls. */
async function step(name: string, args: JsonObject[]) {
  const ready = await harness.ready([
    stepOf(...args.map((one, n) => calls(`c${n}`, name, one))),
    stepOf(says('Done.')),
  ])
  ready.host.chats.send(ready.chat.id, 'Go')
  return ready
}

/**
 * @threat responses.large-definition
 * @attacker server
 * @tries To hold main and the window up, and to fill the disk, with a definition of a megabyte that each of 64 calls of
 * a step is asked about with.
 * @stoppedBy A definition is hashed once, and what is asked carries only what its card shows: a description of 16,000
 * characters, a schema of 64,000.
 * @remains Arguments of a tool with a larger schema are edited as plain JSON, without its fields; the server checks
 * them.
 */
it.each<[string, object]>([
  ['notes', { _meta: { bulk: 'x'.repeat(900_000) } }],
  ['an output schema', { outputSchema: { type: 'object', description: 'x'.repeat(900_000) } }],
  ['a description', { description: 'x'.repeat(900_000) }],
  ['an input schema', { inputSchema: { type: 'object', description: 'x'.repeat(900_000) } }],
])('what is asked about 64 calls does not carry %s of a megabyte', async (_what, bulk) => {
  harness.server.tools = [{ ...toolNamed('read'), ...bulk }]
  const { host, chat } = await step(
    'files__read',
    numbers(64).map((n) => ({ n })),
  )
  await until(() => {
    // Large lists are kept with a pause between.
    harness.clock.advance(1)
    return host.asks.pending().length === 64
  })
  expect(JSON.stringify(host.asks.pending()).length / 64).toBeLessThan(20_000)
  host.chats.stop(chat.id)
  let isOver = false
  void turnOver(host, chat).then(() => (isOver = true))
  await until(() => {
    // So are the ends of many calls.
    harness.clock.advance(1)
    return isOver
  })
  proves('chat.dear-steps.asks')
})

it('a description that is cut in an ask says so', async () => {
  harness.server.tools = [toolNamed('read', { description: 'x'.repeat(20_000) })]
  const { host } = await step('files__read', [{}])
  const ask = await until(() => host.asks.pending()[0])
  expect(ask.kind === 'tool-approval' && ask.tool.description).toContain('left out here')
})

/** @threat responses.large-definition */
it('a definition is hashed once, however often it is compared', () => {
  const tool = toolNamed('read')
  let hashed = 0
  const digest = {
    ...textDigest,
    sha256: (text: string) => ((hashed += 1), textDigest.sha256(text)),
  }
  const hash = definitionHash(tool, digest)
  for (const _ of numbers(10)) expect(definitionHash(tool, digest)).toBe(hash)
  expect(hashed).toBe(1)
  expect(definitionHash({ ...tool, description: 'another' }, digest)).not.toBe(hash)
})

/**
 * @threat responses.read-result-storm
 * @attacker model
 * @tries To take a gigabyte of memory by reading 64 parts of a large result in one step, unasked.
 * @stoppedBy The host’s own calls of a step run one after the other, and the file that they read in is parsed once.
 * @remains A model that reads in two large results by turns has each parsed again, one at a time.
 */
it('parts of one result are read one after the other, and its file once', async () => {
  const blocks = numbers(400).map((n) => ({
    type: 'text' as const,
    text: `${n} ${'x'.repeat(9000)}`,
  }))
  const result: ToolResult = { isError: false, content: blocks }
  harness.server.call = () => Promise.resolve(result)
  const first = await harness.ready([stepOf(calls('c1', 'files__read')), stepOf(says('Done.'))])
  first.host.chats.send(first.chat.id, 'Read it')
  await answerNext(first.host, allowOnce)
  await turnOver(first.host, first.chat)
  const sent = JSON.stringify(first.models.requests[1]?.messages)
  const handle = /with result \\"([^"\\]+)\\"/.exec(sent)?.[1] ?? ''
  const { blobs } = harness.stores
  const data = blobs.data.bind(blobs)
  const reads = { now: 0, most: 0, parts: 0 }
  blobs.data = async (ref) => {
    reads.now += 1
    reads.most = Math.max(reads.most, reads.now)
    reads.parts += 1
    await Promise.resolve()
    reads.now -= 1
    return data(ref)
  }
  const parts = numbers(20).map((n) => 350 + n)
  let before = 0
  const again = harness.build([
    stepOf(...parts.map((part) => calls(`r${part}`, 'read_result', { result: handle, part }))),
    (request, signal) => {
      before = reads.parts
      return stepOf(says('Read.'))(request, signal)
    },
  ])
  const built = reads.parts
  again.host.chats.send(first.chat.id, 'Read on')
  const turn = await turnOver(again.host, first.chat)
  expect(callsOf(turn).map(({ result: one }) => JSON.stringify(one?.content).slice(0, 40))).toEqual(
    parts.map((part) => expect.stringContaining(`"${part} x`)),
  )
  expect(reads.most).toBe(1)
  // The contexts of the two requests read it as well.
  expect(before - built).toBeLessThanOrEqual(3)
  proves('chat.dear-steps.reads')
})

/**
 * @threat responses.many-values
 * @attacker model
 * @tries To block main at a step, and at each message after it, with millions of values in the arguments of calls that
 * run without asking.
 * @stoppedBy The calls of a step share a budget of 100,000 values; the rest is refused in words.
 * @remains A turn is read whole where its head would do (edit, retry, other versions), so many such steps in one turn
 * still add up.
 */
it('the calls of one step share one budget of values', async () => {
  const args = numbers(5).map(() => ({ a: numbers(32_000) }))
  const { host, chat } = await step('files__nothing', args)
  const turn = await turnOver(host, chat)
  const made = callsOf(turn)
  expect(made.map(({ arguments: given }) => Object.keys(given).length)).toEqual([1, 1, 1, 0, 0])
  expect(made[3]).toMatchObject({
    status: 'rejected',
    error: expect.stringContaining('Make fewer or smaller calls'),
  })
  proves('chat.dear-steps.values')
})

/**
 * @threat responses.pictures
 * @attacker server
 * @tries To make each request to the model hundreds of megabytes large with pictures in results, at the cost of the
 * person.
 * @stoppedBy The pictures and sounds in the results of a turn take from one budget of 20 and 20 million characters, the
 * latest first, and those of all turns before it from another; the others become a line.
 * @remains They are read from disk for providers that take words only, too.
 */
it('pictures of the results of a turn take from one budget, the latest first', async () => {
  const picture = (n: number) => ({
    type: 'image' as const,
    mimeType: 'image/png',
    data: base64Of(n),
  })
  harness.server.call = ({ arguments: { n } }) =>
    Promise.resolve({ isError: false, content: [picture(Number(n))] })
  const { host, chat, models } = await step(
    'files__read',
    numbers(8).map((n) => ({ n })),
  )
  for (const _ of numbers(8)) await answerNext(host, allowOnce)
  await turnOver(host, chat)
  const results = (models.requests[1]?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.results : [],
  )
  expect(results.map(({ content }) => content[0]?.type)).toEqual([
    ...numbers(4).map(() => 'text'),
    ...numbers(4).map(() => 'image'),
  ])
  expect(JSON.stringify(results[0])).toContain('too many pictures')
  expect(lastTurn(host, chat).status).toBe('done')
  proves('chat.dear-steps.pictures')
})

/** Base64 of five million characters, another one for each number. */
const base64Of = (n: number): string => 'ABCDEFGH'.charAt(n).repeat(5_000_000)
