import type { AskAnswer } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ToolCallRequest } from '../ports/index.ts'
import { cityForm, handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  answerAsk,
  allowOnce,
  answerNext,
  callsOf,
  createChatHarness,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'

const never = new AbortController().signal
const none = { callIds: [] }

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

describe('what servers ask', () => {
  it('is declared only where somebody answers', async () => {
    await harness.ready([])
    expect(harness.server.opened[0]?.clientFeatures).toEqual({
      elicitation: { form: true, url: true },
      sampling: { tools: true, context: true },
      roots: true,
      apps: true,
    })
  })

  it('is attributed to the call during which it came', async () => {
    const { host, chat } = await harness.ready([])
    const asked: ToolCallRequest[] = []
    harness.server.call = async (request, signal) => {
      asked.push(request)
      const answer = await handlerOf(harness).elicit(
        cityForm,
        { callIds: [request.callId ?? ''] },
        signal,
      )
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], isError: false }
    }
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.conversations.setModel(chat.id, null)
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
    await answerNext(host, allowOnce)
    const ask = await nextAsk(host, 'elicitation')
    const { title } = host.conversations.get(chat.id)
    expect(ask).toMatchObject({ serverName: 'files', request: cityForm })
    expect(ask.causes).toEqual([
      {
        conversationId: chat.id,
        conversationTitle: title,
        turnId: expect.any(String),
        entryId: asked[0]?.callId,
        toolName: 'read',
        toolTitle: 'read',
      },
    ])
    answerAsk(host, ask.id, {
      kind: 'elicitation',
      answer: { action: 'accept', content: { city: 'Bern' } },
    })
    const [call] = callsOf(await turnOver(host, chat))
    expect(JSON.stringify(call?.result)).toContain('Bern')
  })

  it('is taken from the person when the call that caused it was stopped', async () => {
    const { host, chat } = await harness.ready([])
    harness.server.call = (request) =>
      handlerOf(harness)
        .elicit(cityForm, { callIds: [request.callId ?? ''] }, never)
        .then(() => Promise.reject(new Error('nobody answered')))
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.conversations.setModel(chat.id, null)
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
    await answerNext(host, allowOnce)
    await nextAsk(host, 'elicitation')
    host.chats.stop(chat.id)
    await turnOver(host, chat)
    expect(host.asks.pending()).toEqual([])
    expect(harness.stores.audited).toContainEqual(
      expect.objectContaining({ kind: 'elicitation', decision: 'withdrawn' }),
    )
  })

  it('does not pile up without end', async () => {
    const { host } = await harness.ready([])
    for (let count = 0; count < 20; count += 1)
      void handlerOf(harness).elicit(cityForm, none, never)
    await until(() => host.asks.pending().length === 20)
    await expect(handlerOf(harness).elicit(cityForm, none, never)).rejects.toMatchObject({
      code: 'request/too-many',
    })
    expect(host.asks.pending()).toHaveLength(20)
    const serverId = host.servers.list()[0]?.config.id ?? ''
    const logs = host.servers.get(serverId).journal.logs(0, 100)
    expect(logs.map((line) => line.text).join()).toContain('the limit of 20 cards')
  })

  /** @threat inbound.sum-of-asks */
  it('is refused beyond a sum of fields, which the person is told once', async () => {
    const { host } = await harness.ready([])
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`field${index}`, { type: 'string' }]),
    )
    const large = { ...cityForm, requestedSchema: { type: 'object', properties } }
    for (let count = 0; count < 2; count += 1) void handlerOf(harness).elicit(large, none, never)
    await until(() => host.asks.pending().length === 2)
    for (let count = 0; count < 3; count += 1)
      await expect(handlerOf(harness).elicit(cityForm, none, never)).rejects.toMatchObject({
        code: 'request/too-many',
        data: { part: 'fields' },
      })
    expect(host.asks.pending()).toHaveLength(2)
    const refused = () => harness.events.recorded.filter(({ name }) => name === 'ask.refused')
    expect(refused().map(({ payload }) => payload)).toEqual([
      { serverId: expect.any(String), serverName: 'files' },
    ])
    const decline: AskAnswer = { kind: 'elicitation', answer: { action: 'decline' } }
    await answerNext(host, decline)
    const again = handlerOf(harness).elicit(cityForm, none, never)
    await answerNext(host, decline)
    await answerNext(host, decline)
    expect(await again).toEqual({ action: 'decline' })
  })

  it('is refused in a loop, and accepted again after a pause', async () => {
    const { host } = await harness.ready([])
    const decline: AskAnswer = { kind: 'elicitation', answer: { action: 'decline' } }
    for (let count = 0; count < 60; count += 1) {
      const asked = handlerOf(harness).elicit(cityForm, none, never)
      await answerNext(host, decline)
      await asked
    }
    await expect(handlerOf(harness).elicit(cityForm, none, never)).rejects.toMatchObject({
      code: 'request/too-many',
    })
    harness.clock.advance(60_001)
    const again = handlerOf(harness).elicit(cityForm, none, never)
    await answerNext(host, decline)
    expect(await again).toEqual({ action: 'decline' })
  })
})
