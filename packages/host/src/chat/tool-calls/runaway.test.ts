import { GatehouseError, type ToolResult } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ToolCallRequest } from '../../ports/index.ts'
import {
  allowInChat,
  allowOnce,
  answerAsk,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  says,
  turnOver,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../../testing/index.ts'

let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
})

/** Such calls may overlap each other. */
const reading = toolNamed('read', { annotations: { readOnlyHint: true } })

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => calls(`c${index}`, 'files__read'))

/** A server whose calls end when told to. */
function heldCalls(): { running: () => number; most: () => number; finish: () => void } {
  const open: (() => void)[] = []
  let most = 0
  harness.server.call = () =>
    new Promise<ToolResult>((resolve) => {
      open.push(() => resolve({ content: [], isError: false }))
      most = Math.max(most, open.length)
    })
  return { running: () => open.length, most: () => most, finish: () => open.shift()?.() }
}

describe('a step with too many calls', () => {
  /** @threat turns.thousands-of-calls */
  it('has 64 of them made, and says to the person and the model how many were not', async () => {
    const { host, chat, models } = await harness.ready([
      stepOf(says('All of them.'), ...many(300)),
      stepOf(says('done')),
    ])
    host.chats.send(chat.id, 'go')
    await until(() => host.asks.pending().length === 64)
    while (host.asks.pending().length > 0) await answerNext(host, allowOnce)
    const turn = await turnOver(host, chat)
    expect(callsOf(turn)).toHaveLength(64)
    expect(turn.entries[1]).toMatchObject({ text: 'All of them.', refusedCalls: 236 })
    expect(turn.entries).toHaveLength(67)
    const [, assistant, tool] = models.requests[1]?.messages ?? []
    if (assistant?.role !== 'assistant' || tool?.role !== 'tool') throw new Error('no pair')
    const asked = assistant.parts.flatMap((part) => (part.type === 'tool-call' ? part.callId : []))
    expect(tool.results.map(({ callId }) => callId)).toEqual(asked)
    expect(JSON.stringify(tool.results.at(-1)?.content)).toContain('236 more calls')
  })

  it('counts those that the provider’s adapter left out already', async () => {
    const { host, chat } = await harness.ready([
      stepOf(calls('c', 'nowhere__x'), { type: 'tool-calls-refused', count: 7 }),
      stepOf(says('done')),
    ])
    host.chats.send(chat.id, 'go')
    expect((await turnOver(host, chat)).entries[1]).toMatchObject({ refusedCalls: 7 })
  })

  /**
   * @threat turns.parallel-calls
   * @attacker model
   * @tries To start dozens of calls on one server at the same moment.
   * @stoppedBy Eight calls run on a server at a time; the others wait in the order of approval.
   */
  it('runs at most 8 on a server at the same time, in the order they were allowed', async () => {
    const held = heldCalls()
    harness.server.tools = [reading]
    const { host, chat } = await harness.ready([stepOf(...many(20)), stepOf(says('done'))])
    host.chats.send(chat.id, 'go')
    await until(() => host.asks.pending().length === 20)
    for (const ask of host.asks.pending()) answerAsk(host, ask.id, allowOnce)
    await until(() => held.running() === 8)
    const started = () => callsOf(lastTurn(host, chat)).map(({ status }) => status === 'running')
    expect(started()).toEqual([...Array(8).fill(true), ...Array(12).fill(false)])
    while (callsOf(lastTurn(host, chat)).some(({ status }) => status !== 'done')) {
      held.finish()
      await Promise.resolve()
    }
    await turnOver(host, chat)
    expect(held.most()).toBe(8)
  })

  /** @threat turns.parallel-calls */
  it('a call that waits for its place is cancelled at once, and its place goes to the next', async () => {
    const held = heldCalls()
    harness.server.tools = [reading]
    const { host, chat } = await harness.ready([stepOf(...many(10)), stepOf(says('done'))])
    host.chats.send(chat.id, 'go')
    await until(() => host.asks.pending().length === 10)
    for (const ask of host.asks.pending()) answerAsk(host, ask.id, allowOnce)
    await until(() => held.running() === 8)
    const waiting = callsOf(lastTurn(host, chat))[8]
    host.chats.cancelCall(chat.id, waiting?.id ?? '')
    await until(() => callsOf(lastTurn(host, chat))[8]?.status === 'cancelled')
    held.finish()
    await until(() => callsOf(lastTurn(host, chat))[9]?.status === 'running')
    host.chats.stop(chat.id)
    while (lastTurn(host, chat).status === 'running') {
      held.finish()
      await Promise.resolve()
    }
  })
})

describe('calls of a tool that is allowed in the chat', () => {
  /**
   * @threat turns.unasked-calls
   * @attacker model
   * @tries To run thousands of calls on one earlier permission.
   * @stoppedBy After 50 calls in a turn that ran without asking the person is asked again.
   */
  it('ask again after 50 in one turn, and say how many ran', async () => {
    const steps = Array.from({ length: 4 }, () => stepOf(...many(20)))
    const { host, chat } = await harness.ready([stepOf(calls('c', 'files__read')), ...steps])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowInChat)
    const ask = await nextApproval(host)
    expect(ask.unasked).toBe(50)
    await until(() => host.asks.pending().length === 10)
    const decided = () => callsOf(lastTurn(host, chat)).filter(({ decision }) => decision)
    expect(decided().filter(({ decision }) => decision?.by === 'grant')).toHaveLength(50)
    host.asks.answer(ask.id, { kind: 'tool-approval', decision: 'deny' })
    host.chats.stop(chat.id)
    await turnOver(host, chat)
    expect(decided().filter(({ decision }) => decision?.kind !== 'deny')).toHaveLength(51)
  })

  /** @threat turns.unasked-calls */
  it('may run 50 more once the person allows it again, and an answer for one is for one', async () => {
    const steps = Array.from({ length: 6 }, () => stepOf(...many(10)))
    const { host, chat } = await harness.ready([
      stepOf(calls('c', 'files__read')),
      ...steps,
      stepOf(calls('last', 'files__read')),
      stepOf(says('done')),
    ])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowInChat)
    await until(() => host.asks.pending().length === 10)
    await answerNext(host, allowOnce)
    expect(host.asks.pending()).toHaveLength(9)
    await answerNext(host, allowInChat)
    while (host.asks.pending().length > 0) await answerNext(host, allowOnce)
    expect(callsOf(await turnOver(host, chat)).at(-1)?.decision?.by).toBe('grant')
  })
})

describe('results that are larger than a turn', () => {
  const MEGABYTE = 1024 * 1024
  const respond = (text: string) => {
    harness.server.call = () =>
      Promise.resolve({
        content: [
          { type: 'text', text },
          { type: 'image', data: 'i'.repeat(5000), mimeType: 'image/png' },
        ],
        structuredContent: { text },
        isError: false,
      })
  }
  const sizeOf = (value: unknown) => JSON.stringify(value).length

  /**
   * @threat turns.large-results
   * @attacker server
   * @tries To make a chat too large to be opened, one result after the other.
   * @stoppedBy A turn keeps 256 MB of results in files and 32 MB beside them, the rest is shortened in words; the
   * window gets a beginning of each; a chat is read a page at a time, and a page has at most 1 MB unless one entry
   * alone has more.
   */
  it('a turn keeps 256 MB of them in files, the rest shortened in words, and the window gets a beginning of each', async () => {
    const big = 'r'.repeat(7 * MEGABYTE)
    respond(big)
    const { host, chat, models } = await harness.ready([
      stepOf(...many(20)),
      stepOf(says('enough')),
    ])
    host.chats.send(chat.id, 'go')
    await until(() => host.asks.pending().length === 20)
    while (host.asks.pending().length > 0) await answerNext(host, allowOnce)
    const turn = await turnOver(host, chat)
    expect(sizeOf(turn)).toBeLessThan(MEGABYTE)
    const last = JSON.stringify(callsOf(turn).at(-1)?.result)
    expect(last).toContain('Shortened by Gatehouse: of this result of 14 MB')
    expect(last).toContain('a turn keeps at most 256 MB')
    expect(turn.failure?.code).toBe('turn-too-large')
    expect(models.requests).toHaveLength(1)
  })

  /** @threat turns.large-results */
  it('a turn that is full makes no other step, and says so', async () => {
    const content = [{ type: 'text' as const, text: 'r'.repeat(8 * MEGABYTE - 3000) }]
    harness.server.call = () => Promise.resolve({ content, isError: false })
    const { host, chat, models } = await harness.ready([
      stepOf(...many(32)),
      stepOf(...many(1)),
      stepOf(says('more')),
    ])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowInChat)
    while (host.asks.pending().length > 0) await answerNext(host, allowOnce)
    const turn = await turnOver(host, chat)
    expect(turn).toMatchObject({ status: 'failed', failure: { code: 'turn-too-large' } })
    expect(models.requests).toHaveLength(2)
  })

  it('a picture as large as a message may be leaves its entry small', async () => {
    const data = 'i'.repeat(12 * MEGABYTE)
    harness.server.call = () =>
      Promise.resolve({ content: [{ type: 'image', data, mimeType: 'image/png' }], isError: false })
    const { host, chat } = await harness.ready([stepOf(...many(1)), stepOf(says('seen'))])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    const [call] = callsOf(await turnOver(host, chat))
    expect(sizeOf(call)).toBeLessThan(2000)
    expect(call?.result?.content).toMatchObject([
      { type: 'image', kept: { mimeType: 'image/png' } },
    ])
  })

  it('a disk that refuses them leaves a call that was made, and says what is missing', async () => {
    respond('first words '.repeat(10_000))
    const { host, chat, models } = await harness.ready([stepOf(...many(1)), stepOf(says('seen'))])
    harness.stores.blobs.put = () =>
      Promise.reject(new GatehouseError('store/disk-full', 'Nothing was saved: the disk is full.'))
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    const [call] = callsOf(await turnOver(host, chat))
    expect(call?.status).toBe('done')
    expect(JSON.stringify(call?.result)).toContain('first words first words')
    expect(JSON.stringify(call?.result)).toContain('the disk is full')
    expect(JSON.stringify(models.requests[1]?.messages)).toContain('the disk is full')
    proves('record.blobs.refused')
  })

  it('a model is told when data of an earlier result is not there any more', async () => {
    respond('first words '.repeat(10_000))
    const { host, chat, models } = await harness.ready([
      stepOf(...many(1)),
      stepOf(says('seen')),
      stepOf(says('again')),
    ])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
    harness.stores.blobs.clear()
    host.chats.send(chat.id, 'and now?')
    await turnOver(host, chat)
    expect(JSON.stringify(models.requests[2]?.messages)).toContain('is not on disk any more')
  })
})

describe('what a model is sent of a result', () => {
  const sent = async (result: ToolResult) => {
    harness.server.call = (_request: ToolCallRequest) => Promise.resolve(result)
    const { host, chat, models } = await harness.ready([
      stepOf(calls('c', 'files__read')),
      stepOf(says('ok')),
    ])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
    return JSON.stringify(models.requests[1]?.messages)
  }
  const huge = 'h'.repeat(3_000_000)

  /**
   * @threat turns.result-for-model
   * @attacker server
   * @tries To send megabytes to the model in a block that is not text.
   * @stoppedBy What a model receives of a result is bounded for every kind of content.
   */
  it.each<[string, ToolResult]>([
    ['text', { isError: false, content: [{ type: 'text', text: huge }] }],
    [
      'an embedded resource',
      { isError: false, content: [{ type: 'resource', resource: { uri: 'x:', text: huge } }] },
    ],
    [
      'an address',
      { isError: false, content: [{ type: 'resource_link', uri: huge, name: huge, title: huge }] },
    ],
    [
      'a description',
      {
        isError: false,
        content: [{ type: 'resource_link', uri: 'x:', name: 'n', description: huge }],
      },
    ],
    ['a media type', { isError: false, content: [{ type: 'audio', data: '', mimeType: huge }] }],
    ['structured content', { isError: false, content: [], structuredContent: { huge } }],
    [
      'many small blocks',
      {
        isError: false,
        content: Array.from({ length: 500 }, () => ({
          type: 'text' as const,
          text: 'h'.repeat(999),
        })),
      },
    ],
    [
      'a picture',
      {
        isError: false,
        content: [{ type: 'image', data: huge.repeat(3), mimeType: 'image/png' }],
      },
    ],
  ])('is bounded whatever kind of content it is in: %s', async (_kind, result) => {
    expect((await sent(result)).length).toBeLessThan(60_000)
  })

  it('keeps a picture that a provider would take', async () => {
    const data = 'i'.repeat(1_000_000)
    const content = [{ type: 'image' as const, data, mimeType: 'image/png' }]
    expect(await sent({ isError: false, content })).toContain(data)
    proves('record.blobs.model')
  })

  /** @threat turns.result-for-model */
  it('is bounded for a server’s error too', async () => {
    harness.server.call = () => Promise.reject(new Error(huge))
    const { host, chat, models } = await harness.ready([
      stepOf(calls('c', 'files__read')),
      stepOf(says('ok')),
    ])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
    expect(JSON.stringify(models.requests[1]?.messages).length).toBeLessThan(60_000)
  })
})
