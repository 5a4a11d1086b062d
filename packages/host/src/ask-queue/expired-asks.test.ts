import { abortWith, GatehouseError } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { cityForm, handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  allowOnce,
  answerNext,
  callsOf,
  createChatHarness,
  lastTurn,
  turnOver,
  until,
} from '../testing/chat-harness.ts'

const never = new AbortController().signal

describe('an ask whose time is over', () => {
  it('is shown as expired, with or without what the person had written', async () => {
    const harness = createChatHarness()
    const { host } = await harness.ready([])
    const over = new AbortController()
    const expiry = { at: 60_000, setBy: 'server' } as const
    const asked = handlerOf(harness).elicit(cityForm, { callIds: [], expiry }, over.signal)
    asked.catch(() => undefined)
    const ask = await nextAsk(host, 'elicitation')
    expect(ask.expiry).toEqual(expiry)
    abortWith(over, 'expired')
    await expect(asked).rejects.toMatchObject({ code: 'ask/withdrawn' })
    expect(harness.stores.audited).toContainEqual(
      expect.objectContaining({
        decision: 'withdrawn',
        withdrawn: 'expired',
        outcome: 'cancelled',
      }),
    )
    expect(host.asks.drafts.unsent()).toMatchObject([{ id: ask.id, reason: 'expired', texts: [] }])
  })

  it('makes room before anything that somebody wrote', async () => {
    const harness = createChatHarness()
    const { host } = await harness.ready([])
    const end = async (reason: 'expired' | 'server-withdrew', isWritten: boolean) => {
      const over = new AbortController()
      const asked = handlerOf(harness).elicit(cityForm, { callIds: [] }, over.signal)
      asked.catch(() => undefined)
      const { id } = await nextAsk(host, 'elicitation')
      if (isWritten) host.asks.saveDraft(id, { form: { city: 'Bern' } })
      abortWith(over, reason)
      await until(() => host.asks.pending().length === 0)
    }
    await end('server-withdrew', true)
    for (let count = 0; count < 25; count += 1) await end('expired', false)
    const unsent = host.asks.drafts.unsent()
    expect(unsent).toHaveLength(20)
    expect(unsent.at(-1)?.texts).toMatchObject([{ name: 'city', text: 'Bern' }])
  })
})

describe('what is asked for a task', () => {
  it('waits as long as its server keeps that task, and expires with it', async () => {
    const harness = createChatHarness()
    const { host, chat } = await harness.ready([])
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.conversations.setModel(chat.id, null)
    let dropped: (error: Error) => void = () => undefined
    harness.server.call = (request) => {
      request.onTask?.({ taskId: 't', status: 'working', pollIntervalMs: 1000, ttlMs: 90_000 })
      const callIds = [request.callId ?? '']
      handlerOf(harness)
        .elicit(cityForm, { callIds }, never)
        .catch(() => undefined)
      return new Promise((_resolve, reject) => {
        dropped = reject
      })
    }
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
    await answerNext(host, allowOnce)
    const ask = await nextAsk(host, 'elicitation')
    expect(ask.expiry).toEqual({ at: ask.createdAt + 90_000, setBy: 'server' })
    dropped(
      new GatehouseError('call/task-unknown', 'It is kept no longer.', { data: { expired: true } }),
    )
    await turnOver(host, chat)
    expect(callsOf(lastTurn(host, chat))[0]?.withdrawnAsks).toMatchObject([{ reason: 'expired' }])
  })

  it('does not expire with a task that is kept for good', async () => {
    const harness = createChatHarness()
    const { host, chat } = await harness.ready([])
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.conversations.setModel(chat.id, null)
    harness.server.call = (request, signal) => {
      request.onTask?.({ taskId: 't', status: 'working', pollIntervalMs: 1000, ttlMs: null })
      return handlerOf(harness)
        .elicit(cityForm, { callIds: [request.callId ?? ''] }, signal)
        .then(() => ({ content: [], isError: false }))
    }
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: {} })
    await answerNext(host, allowOnce)
    expect(await nextAsk(host, 'elicitation')).not.toHaveProperty('expiry')
    host.chats.stop(chat.id)
    await turnOver(host, chat)
  })
})
