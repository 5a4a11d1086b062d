import { GatehouseError, type Ask, type TaskState } from '@gatehouse/domain'
import type { SamplingRequest } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { cityForm, handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const none = { callIds: [] }
const never = new AbortController().signal
const question: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Sum this up' }] }],
  maxTokens: 50,
}

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const kept = (): Ask[] => harness.stores.asks.pending()
const withdrawn = () => harness.stores.audited.filter((record) => record.decision === 'withdrawn')
const settled = async (): Promise<void> => {
  for (let round = 0; round < 50; round += 1) await Promise.resolve()
}

/**
 * @threat asks.lost-question
 * @attacker server
 * @tries To ask something and have the app die, so that no record shows that it was asked.
 * @stoppedBy An ask is on disk before it is shown; the next start records what waited, with what it was about, in the
 * transaction that removes its row.
 */
it('an ask is on disk before the window is notified of it', async () => {
  const { host } = await harness.ready([])
  const seen: string[][] = []
  const { emit } = harness.events
  harness.events.emit = (name, payload) => {
    if (name === 'ask.changed') seen.push(kept().map(({ id }) => id))
    emit(name, payload)
  }
  void handlerOf(harness).elicit(cityForm, none, never)
  const ask = await nextAsk(host, 'elicitation')
  expect(seen).toEqual([[ask.id]])
  expect(kept()).toEqual([ask])
  expect(ask.serverIdentity).toMatch(/^[0-9a-f]{64}$/)
})

/** @threat asks.lost-question */
it('what waited when the app was killed is recorded once, with what it was about', async () => {
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read', { path: 'a' }))])
  void handlerOf(harness).elicit(cityForm, none, never)
  void handlerOf(harness).sample(question, none, never)
  await until(() => host.asks.pending().length === 2)
  host.chats.send(chat.id, 'go')
  await until(() => host.asks.pending().length === 3)
  const { host: next } = harness.build([])
  expect(kept()).toEqual([])
  expect(next.asks.pending()).toEqual([])
  const identity = host.servers.get(host.servers.list()[0]?.config.id ?? '').identity
  const common = { decision: 'withdrawn', outcome: 'cancelled', serverIdentity: identity }
  const rows = [
    { ...common, kind: 'tool-call', tool: { name: 'read', definition: expect.any(String) } },
    { ...common, kind: 'elicitation', subject: 'Which city?', withdrawn: 'app-ended' },
    { ...common, kind: 'sampling-request', subject: 'Sum this up', withdrawn: 'app-ended' },
  ]
  expect(withdrawn()).toMatchObject(rows)
  expect(await next.history(10)).toHaveLength(4)
  harness.build([])
  expect(withdrawn()).toHaveLength(3)
})

/** @threat asks.lost-question */
it('an approval whose call is not known any more is recorded by itself', async () => {
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
  host.chats.send(chat.id, 'go')
  await until(() => host.asks.pending().length === 1)
  harness.stores.turns.running = () => []
  harness.build([])
  expect(kept()).toEqual([])
  expect(withdrawn()).toMatchObject([
    { kind: 'tool-call', tool: { name: 'read' }, conversationId: chat.id, withdrawn: 'app-ended' },
  ])
})

/** @threat asks.lost-question */
it('what waits when the person quits is recorded as ended by that', async () => {
  const { host } = await harness.ready([])
  const taken = new AbortController()
  handlerOf(harness)
    .elicit(cityForm, none, taken.signal)
    .catch(() => undefined)
  await nextAsk(host, 'elicitation')
  const closing = host.close()
  // The connection ends with the app.
  taken.abort()
  await closing
  expect(kept()).toEqual([])
  expect(withdrawn()).toMatchObject([{ kind: 'elicitation', withdrawn: 'app-quit' }])
})

it('an answered or withdrawn ask leaves no row, and one record', async () => {
  const { host } = await harness.ready([])
  const taken = new AbortController()
  const answered = handlerOf(harness).elicit(cityForm, none, never)
  await answerNext(host, { kind: 'elicitation', answer: { action: 'decline' } })
  await answered
  const asked = handlerOf(harness).elicit(cityForm, none, taken.signal)
  await nextAsk(host, 'elicitation')
  taken.abort('finished')
  await expect(asked).rejects.toMatchObject({ code: 'ask/withdrawn' })
  expect(kept()).toEqual([])
  const records = harness.stores.audited.filter(({ kind }) => kind === 'elicitation')
  expect(records).toMatchObject([
    { decision: 'decline', by: { kind: 'person' } },
    { decision: 'withdrawn' },
  ])
})

/**
 * @threat asks.forged-reason
 * @attacker server
 * @tries To take a question back with words that the host uses itself, so that the record says that the person finished
 * it.
 * @stoppedBy Reasons are objects of the host’s own; any text means that the server took it back.
 */
it('a server that takes its question back cannot say that the person finished it', async () => {
  const { host } = await harness.ready([])
  for (const words of ['finished', 'app-quit', 'decided in Workspaces', { abort: 'finished' }]) {
    const taken = new AbortController()
    const asked = handlerOf(harness).elicit(cityForm, none, taken.signal)
    await nextAsk(host, 'elicitation')
    taken.abort(words)
    await expect(asked).rejects.toMatchObject({ code: 'ask/withdrawn' })
    expect(withdrawn().at(-1)).toMatchObject({ outcome: 'cancelled', withdrawn: 'server-withdrew' })
  }
})

/**
 * @threat asks.full-disk
 * @attacker program
 * @tries To fill the disk, so that something is shown, answered or sent of which no record can be written.
 * @stoppedBy What cannot be saved is not shown and not sent: the request ends with the reason, a call of the same step
 * that was not sent is stopped, and one that was is waited for.
 */
it('a request that the disk refuses is never shown, and ends with a reason', async () => {
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
  harness.stores.asks.save = () => {
    throw new GatehouseError('store/disk-full', 'The disk is full.')
  }
  const reported = harness.events.recorded.length
  await expect(handlerOf(harness).elicit(cityForm, none, never)).rejects.toMatchObject({
    code: 'ask/not-saved',
    message:
      'A request of files could not be saved, so it was not put before you. The disk is full.',
  })
  host.chats.send(chat.id, 'go')
  const turn = await turnOver(host, chat)
  expect(callsOf(turn)[0]).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('could not be saved, so it was not put before you'),
  })
  expect(host.asks.pending()).toEqual([])
  const names = harness.events.recorded.slice(reported).map(({ name }) => name)
  expect(names).not.toContain('ask.changed')
  const id = host.servers.list()[0]?.config.id ?? ''
  const lines = host.servers.get(id).journal.logs(0, 100)
  expect(lines.map(({ text }) => text).join()).toContain('could not be saved')
})

/** @threat asks.full-disk */
it('an answer that the disk refuses leaves the ask waiting, on disk too', async () => {
  const { host } = await harness.ready([])
  void handlerOf(harness).elicit(cityForm, none, never)
  const ask = await nextAsk(host, 'elicitation')
  const { settle } = harness.stores.asks
  harness.stores.asks.settle = () => {
    throw new GatehouseError('store/disk-full', 'The disk is full.')
  }
  const decline = { kind: 'elicitation', answer: { action: 'decline' } } as const
  expect(() => answerAsk(host, ask.id, decline)).toThrow('The disk is full.')
  expect(host.asks.pending()).toEqual([ask])
  expect(kept()).toEqual([ask])
  harness.stores.asks.settle = settle
  answerAsk(host, ask.id, decline)
  expect(kept()).toEqual([])
})

it('the approval of a call is on disk until the record of its decision is', async () => {
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
  let atTheServer: Ask[] | undefined
  harness.server.call = () => {
    atTheServer = kept()
    return Promise.resolve({ content: [], isError: false })
  }
  host.chats.send(chat.id, 'go')
  await until(() => host.asks.pending()[0])
  const { settle } = harness.stores.asks
  const together: unknown[] = []
  harness.stores.asks.settle = (id, record) => {
    together.push([kept().map((ask) => ask.id), id, record?.outcome])
    settle(id, record)
  }
  const [ask] = kept()
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  expect(together).toEqual([
    [[ask?.id], ask?.id, 'under-way'],
    [[], ask?.id, 'done'],
  ])
  expect(atTheServer).toEqual([])
})

/** @threat asks.lost-question */
it('what a task wants to know is asked again when the app is back, and the first time is recorded', async () => {
  const working: TaskState = { taskId: 't', status: 'working', pollIntervalMs: 1, ttlMs: null }
  const askCity = (callId: string | undefined, signal: AbortSignal) =>
    handlerOf(harness).elicit(cityForm, { callIds: callId ? [callId] : [] }, signal)
  harness.server.call = async (request, signal) => {
    request.onTask?.(working)
    await askCity(request.callId, signal)
    return new Promise(() => undefined)
  }
  const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
  host.chats.send(chat.id, 'go')
  await answerNext(host, allowOnce)
  const before = await nextAsk(host, 'elicitation')
  harness.server.pollTask = async (task, signal) => {
    const answer = await askCity(task.callId, signal)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], isError: false }
  }
  const { host: next } = harness.build([])
  await next.start()
  const after = await nextAsk(next, 'elicitation')
  expect(after.id).not.toBe(before.id)
  expect(after.causes).toEqual(before.causes)
  expect(kept()).toEqual([after])
  expect(withdrawn()).toMatchObject([{ kind: 'elicitation', withdrawn: 'app-ended' }])
  answerAsk(next, after.id, {
    kind: 'elicitation',
    answer: { action: 'accept', content: { city: 'Bern' } },
  })
  await until(() => callsOf(lastTurn(next, chat))[0]?.status === 'done')
  await settled()
  expect(kept()).toEqual([])
})
