import type { JsonObject, ToolResult } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  says,
  turnOver,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'
import { readResult } from './result-tool.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const text = Array.from({ length: 20_000 }, (_, n) => `${n};`).join('')

/** Runs one call with this result, then asks the model again. */
async function given(result: ToolResult) {
  harness.server.call = () => Promise.resolve(result)
  const steps = [stepOf(calls('c1', 'files__read')), stepOf(says('Done.'))]
  const ready = await harness.ready(steps)
  ready.host.chats.send(ready.chat.id, 'Read it')
  await answerNext(ready.host, allowOnce)
  await turnOver(ready.host, ready.chat)
  const sent = JSON.stringify(ready.models.requests[1]?.messages)
  const handle = /with result \\"([^"\\]+)\\"/.exec(sent)?.[1] ?? ''
  return { ...ready, sent, handle }
}

/** A further turn in which the model calls the host's tool; what it got, and what it was offered. */
async function reads({ chat }: Awaited<ReturnType<typeof given>>, args: JsonObject) {
  const again = harness.build([stepOf(calls('r1', 'read_result', args)), stepOf(says('Read.'))])
  again.host.chats.send(chat.id, 'Read on')
  const turn = await turnOver(again.host, chat)
  expect(again.host.asks.pending()).toEqual([])
  const [call] = callsOf(turn)
  const [block] = call?.result?.content ?? []
  const offered = again.models.requests[0]?.tools.map(({ name }) => name) ?? []
  return { call, offered, text: block?.type === 'text' ? block.text : '', again }
}

it('a model reads on in structured content where it ended, although a picture in it was sent apart', async () => {
  const data = Buffer.alloc(90_000, 7).toString('base64')
  const rows = Array.from({ length: 9000 }, (_, n) => `row ${n}`)
  const ready = await given({
    isError: false,
    content: [{ type: 'image', data, mimeType: 'image/png' }],
    structuredContent: { shot: data, rows },
  })
  const from = Number(/part 1, from (\d+) to read on/.exec(ready.sent)?.[1])
  const { text: next } = await reads(ready, { result: ready.handle, part: 1, from })
  const whole = JSON.stringify({ shot: '[the image of this result]', rows })
  expect(next.slice(0, 100)).toBe(whole.slice(from, from + 100))
})

it('a model reads on where a result was shortened, and nobody is asked', async () => {
  const ready = await given({ isError: false, content: [{ type: 'text', text }] })
  expect(ready.sent).toContain('part 0, from 50000 to read on')
  expect(
    ready.models.requests.map(({ tools }) => tools.some(({ name }) => name === 'read_result')),
  ).toEqual([false, true])
  const { call, offered, again } = await reads(ready, { result: ready.handle, from: 50_000 })
  expect(offered).toContain('read_result')
  expect(call).toMatchObject({ serverId: null, serverName: 'Gatehouse', status: 'done' })
  const sent = JSON.stringify(again.models.requests[1]?.messages)
  expect(sent).toContain(text.slice(50_000, 90_000))
  expect(sent).toContain('[Read on from 90000.]')
  proves('chat.read-result.reads')
})

it('is offered no such tool where nothing was left out', async () => {
  const ready = await given({ isError: false, content: [{ type: 'text', text: 'short' }] })
  expect(ready.models.requests.flatMap(({ tools }) => tools.map(({ name }) => name))).not.toContain(
    'read_result',
  )
})

it.each<[string, ToolResult, number]>([
  [
    'a resource',
    { isError: false, content: [{ type: 'resource', resource: { uri: 'x:', text } }] },
    0,
  ],
  ['structured content', { isError: false, content: [], structuredContent: text }, 0],
  [
    'a part among many',
    {
      isError: false,
      content: Array.from({ length: 50 }, () => ({
        type: 'text' as const,
        text: text.slice(0, 9000),
      })),
    },
    40,
  ],
])('every kind of text is read: %s', async (_kind, result, part) => {
  const ready = await given(result)
  const { text: read } = await reads(ready, { result: ready.handle, part, from: 10 })
  const whole = _kind === 'structured content' ? JSON.stringify(text) : text
  expect(read.startsWith(whole.slice(10, 1010))).toBe(true)
})

it('no result of another chat is read, and what a model gets wrong is told to it', async () => {
  const { chat, handle } = await given({ isError: false, content: [{ type: 'text', text }] })
  const { stores } = harness
  const sent = async (args: JsonObject, chatId = chat.id) => {
    const [block] = (await readResult(args, chatId, stores)).content
    return block?.type === 'text' ? block.text : ''
  }
  expect(await sent({ result: handle })).toContain('0;1;2;')
  expect(await sent({ result: handle }, 'other')).toBe('There is no such result in this chat.')
  proves('chat.read-result.own-chat')
  expect(await sent({ result: 'nothing' })).toContain('There is no such result')
  expect(await sent({})).toContain('There is no such result')
  expect(await sent({ result: handle, part: 9 })).toContain('no such part')
  expect(await sent({ result: handle, from: -1 })).toContain('whole numbers')
  stores.blobs.clear()
  expect(await sent({ result: handle })).toContain('not on disk')
})
