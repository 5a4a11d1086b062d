import { GatehouseError, type Entry } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import {
  allowInChat,
  allowOnce,
  answerAsk,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

type Refusal = (write: number) => boolean
const diskFull = () => new GatehouseError('store/disk-full', 'The disk is full.')

/** Every write of a turn is counted, and refused where `refuses` says so. */
function countWrites(stores: ChatHarness['stores'], refuses: () => Refusal): { count: number } {
  const writes = { count: 0 }
  const guard = <Store extends object>(store: Store, names: (keyof Store)[]): void => {
    for (const name of names) {
      const write = store[name] as (...values: unknown[]) => unknown
      store[name] = ((...values: unknown[]) => {
        writes.count += 1
        if (refuses()(writes.count)) throw diskFull()
        return write.apply(store, values)
      }) as Store[typeof name]
    }
  }
  guard(stores.turns, ['saveTurn', 'saveEntry', 'appendText'])
  guard(stores.asks, ['save', 'settle'])
  guard(stores.audit, ['append'])
  return writes
}

const isDone = (entry: Entry): boolean => entry.kind === 'tool-call' && entry.status === 'done'
const never: Refusal = () => false
const settled = async (): Promise<void> => {
  for (let round = 0; round < 300; round += 1) await Promise.resolve()
}

/** A turn of three calls, of which the disk refuses some write; the person allows whatever is shown. */
async function runTurn(refusal: Refusal) {
  const harness = createChatHarness()
  const ready = await harness.ready([
    stepOf(calls('c1', 'files__read'), calls('c2', 'files__write'), calls('c3', 'files__read')),
    stepOf(says('Done.')),
  ])
  const { host, chat } = ready
  let refuses = never
  const sent = new Set<string | undefined>()
  const seen = { sent: 0, running: 0, unrecorded: 0, runningAtEnd: -1 }
  harness.server.call = async ({ callId }) => {
    seen.sent += 1
    sent.add(callId)
    seen.running += 1
    if (!harness.stores.audited.some(({ entryId }) => entryId === callId)) seen.unrecorded += 1
    for (let round = 0; round < 40; round += 1) await Promise.resolve()
    seen.running -= 1
    return { content: [], isError: false }
  }
  const writes = countWrites(harness.stores, () => refuses)
  refuses = refusal
  const answer = (): void => {
    for (const ask of host.asks.pending()) answerAsk(host, ask.id, allowOnce)
  }
  const isOver = (): boolean =>
    harness.events.recorded.some(
      ({ name, payload }) =>
        name === 'turn.events' &&
        'events' in payload &&
        payload.events.some(({ type }) => type === 'turn-ended'),
    )
  try {
    host.chats.send(chat.id, 'Go.')
    // One after the other, so that a refusal meets calls in different states.
    for (let round = 0; !isOver() && round < 2000; round += 1) {
      if (round % 10 === 9) {
        const [ask] = host.asks.pending()
        if (ask) answerAsk(host, ask.id, allowOnce)
      }
      await Promise.resolve()
    }
    seen.runningAtEnd = seen.running
  } catch (error) {
    // The message itself could not be saved.
    expect(error).toMatchObject({ code: 'store/disk-full' })
    seen.runningAtEnd = seen.running
  }
  return { ...ready, harness, seen, sent, writes, answer, accept: () => (refuses = never) }
}

async function holds(refusal: Refusal): Promise<number> {
  const { host, chat, seen, sent, writes, answer, accept, harness } = await runTurn(refusal)
  expect(seen).toMatchObject({ unrecorded: 0, runningAtEnd: 0 })
  const sentBefore = seen.sent
  accept()
  expect(host.asks.pending()).toEqual([])
  answer()
  await settled()
  // Nothing of it lives on without an owner.
  expect(seen.sent).toBe(sentBefore)
  const turn = host.chats.view(chat.id).turns.at(-1)
  expect(turn?.status).not.toBe('running')
  for (const call of turn ? callsOf(turn) : [])
    expect(
      sent.has(call.id) ? ['done', 'unknown'] : ['cancelled', 'failed', 'unknown', 'denied'],
    ).toContain(call.status)
  const asked = harness.stores.asks.pending()
  expect(asked).toEqual([])
  await host.close()
  return writes.count
}

/** @threat asks.full-disk */
it('a disk that refuses for good, from any write on, leaves no call running or waiting', async () => {
  const all = await holds(never)
  expect(all).toBeGreaterThan(15)
  for (let n = 1; n <= all; n += 1) await holds((write) => write >= n)
})

/** @threat asks.full-disk */
it('a disk that refuses any single write ends the turn with all its calls', async () => {
  const all = await holds(never)
  for (let n = 1; n <= all; n += 1) await holds((write) => write === n)
})

/** @threat asks.full-disk */
it('a call that is not sent yet says why it was not made when another one could not be saved', async () => {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__read'), calls('c2', 'files__write')),
  ])
  const { asks } = harness.stores
  host.chats.send(chat.id, 'Go.')
  await until(() => host.asks.pending().length === 2)
  const settle = asks.settle.bind(asks)
  let isFirst = true
  asks.settle = (id, record) => {
    if (isFirst) throw diskFull()
    settle(id, record)
  }
  const [first] = host.asks.pending()
  answerAsk(host, first?.id ?? '', allowOnce)
  await until(() => host.asks.pending().length === 0)
  isFirst = false
  await settled()
  expect(callsOf(lastTurn(host, chat))[1]).toMatchObject({
    status: 'cancelled',
    error: 'Another call of this step could not be saved on disk, so this one was not made.',
  })
})

/**
 * @threat faults.sent-and-not-saved
 * @attacker program
 * @tries To have a call made twice by filling or locking the disk as its result comes, under a permission that still
 * holds.
 * @stoppedBy A call that was sent and could not be saved may have run: it is told so, and what allowed it is suspended,
 * in whatever workspace the chat is by then.
 */
it.each(['', ' and that was cancelled meanwhile'])(
  'a call whose result the disk refuses%s may have run, so it runs again only when allowed',
  async (meanwhile) => {
    const harness = createChatHarness()
    const pay = (callId: string) => stepOf(calls(callId, 'files__write'))
    const { host, chat } = await harness.ready([pay('c1'), pay('c2'), stepOf(says('Done.'))])
    const { turns } = harness.stores
    const saveEntry = turns.saveEntry.bind(turns)
    let refused = 0
    turns.saveEntry = (turnId, entry) => {
      if (refused === 0 && entry.kind === 'tool-call' && entry.status === 'done') {
        refused += 1
        if (meanwhile !== '') host.chats.cancelCall(chat.id, entry.id)
        throw diskFull()
      }
      saveEntry(turnId, entry)
    }
    host.chats.send(chat.id, 'Pay')
    await answerNext(host, allowInChat)
    await until(() => refused === 1)
    expect(await until(() => host.asks.pending()[0])).toMatchObject({ voided: 'outcome-unknown' })
    expect(callsOf(lastTurn(host, chat))[0]).toMatchObject({
      status: 'unknown',
      error: 'The disk is full.',
    })
    await host.close()
  },
)

it('a turn whose end could not be completed on disk and that was continued is not ended while it runs', async () => {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__write')),
    stepOf(calls('c2', 'files__write')),
  ])
  const { turns, asks } = harness.stores
  const saveTurn = turns.saveTurn.bind(turns)
  const settle = asks.settle.bind(asks)
  const refuses = { end: true, record: true }
  turns.saveTurn = (turn) => {
    if (refuses.end && turn.status !== 'running') throw diskFull()
    saveTurn(turn)
  }
  asks.settle = (id, record) => {
    if (refuses.record && record?.outcome === 'done') throw diskFull()
    settle(id, record)
  }
  host.chats.send(chat.id, 'Go.')
  await answerNext(host, allowInChat)
  await until(() => harness.stores.turns.running()[0]?.entries.some(isDone))
  await settled()
  refuses.end = false
  let ran = 0
  harness.server.call = () => {
    ran += 1
    return new Promise(() => undefined)
  }
  host.chats.continue(chat.id)
  refuses.record = false
  await until(() => ran === 1)
  host.chats.view(host.conversations.create().id)
  const turn = harness.stores.turns.get(harness.stores.turns.lastTurnId(chat.id) ?? '')
  expect(turn?.status).toBe('running')
  expect(turn && callsOf(turn).map(({ status }) => status)).toEqual(['done', 'running'])
  expect(harness.stores.grants.list()[0]?.unknownCall).toBeUndefined()
})
