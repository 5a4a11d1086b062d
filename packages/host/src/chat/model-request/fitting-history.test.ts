import type { Entry, StoredResult, Turn } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { Stores } from '../../ports/index.ts'
import { textDigest } from '../../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../../testing/in-memory-stores.ts'
import { fittingHistory } from './fitting-history.ts'

const turns = () => {
  const stores = createInMemoryStores()
  const { turns: store } = stores
  return {
    stores,
    store,
    add(id: string, depth: number, entries: Entry[]) {
      const turn: Turn = {
        id,
        conversationId: 'c1',
        parentId: depth === 0 ? null : `t${depth - 1}`,
        depth,
        origin: 'message',
        status: 'done',
        model: { providerId: 'p', modelId: 'm' },
        step: 1,
        stepLimit: 20,
        entries,
        preparing: null,
        failure: null,
        startedAt: 1,
        endedAt: 2,
      }
      store.saveTurn(turn)
      for (const entry of entries) store.saveEntry(id, entry)
    },
  }
}
const message = (id: string, text: string): Entry => ({
  kind: 'user-message',
  id,
  text,
  createdAt: 1,
})
const called = (result: StoredResult): Entry[] => [
  {
    kind: 'assistant-message',
    id: 'm',
    step: 1,
    text: 'I look.',
    reasoning: '',
    status: 'complete',
    createdAt: 1,
  },
  {
    kind: 'tool-call',
    id: 'k',
    step: 1,
    callId: 'call',
    origin: 'model',
    serverId: 's1',
    serverName: 'files',
    serverHue: 0,
    toolName: 'read',
    toolTitle: 'read',
    proposedArguments: {},
    arguments: {},
    status: 'done',
    result,
    createdAt: 1,
  },
]
const sourcesOf = ({ blobs, turns: store }: Pick<Stores, 'blobs' | 'turns'>) => ({
  digest: textDigest,
  blobs,
  turns: store,
  to: { kind: 'anthropic' as const, baseUrl: 'https://a.example/v1', modelId: 'm' },
  onShortened: () => undefined,
})
/** Tokens; a million characters. */
const ROOM = 250_000
interface Reading {
  pinned?: string[]
  room?: number
  from?: number
}
const read = ({ stores }: ReturnType<typeof turns>, depth: number, reading: Reading = {}) =>
  fittingHistory(
    { parentId: `t${depth - 1}`, depth },
    { turns: stores.turns, pinned: [], room: ROOM, from: 0, ...reading },
    sourcesOf(stores),
  )

/** @threat turns.large-results */
it('is sent the latest turns that fit, whole, and how many are left out', async () => {
  const chat = turns()
  for (let n = 0; n < 8; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, `${n}`.repeat(300_000))])
  const { messages, leftOut } = await read(chat, 8)
  expect(leftOut).toBe(6)
  const [note, ...kept] = messages.flat()
  expect(note).toMatchObject({ role: 'user', text: expect.stringMatching(/The first 6 exchanges/) })
  expect(kept).toEqual(['6', '7'].map((n) => ({ role: 'user', text: n.repeat(300_000) })))
})

it('never has a call without its result, or a result without its call', async () => {
  const chat = turns()
  const text = 'r'.repeat(40_000)
  for (let n = 0; n < 40; n += 1)
    chat.add(`t${n}`, n, [
      message(`u${n}`, 'Go'),
      ...called({ isError: false, content: [{ type: 'text', text }] }),
    ])
  const { messages, leftOut } = await read(chat, 40)
  expect(leftOut).toBeGreaterThan(0)
  const roles = messages.flat().map(({ role }) => role)
  expect(roles.slice(1)).toEqual(
    Array.from({ length: 40 - leftOut }, () => ['user', 'assistant', 'tool']).flat(),
  )
})

it('reads no further back than what fits, however long the chat is', async () => {
  const chat = turns()
  for (let n = 0; n < 500; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, 'w'.repeat(20_000))])
  const seen: string[] = []
  const store = { ...chat.store, get: (id: string) => (seen.push(id), chat.store.get(id)) }
  await fittingHistory(
    { parentId: 't499', depth: 500 },
    { turns: store, pinned: [], room: ROOM, from: 0 },
    sourcesOf(chat.stores),
  )
  expect(seen).toHaveLength(51)
})

it('leaves out a turn too large to be read, and all before it', async () => {
  const chat = turns()
  for (let n = 0; n < 3; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, `word ${n}`)])
  const store = { ...chat.store, size: (id: string) => (id === 't1' ? 1e9 : 10) }
  const { messages, leftOut } = await fittingHistory(
    { parentId: 't2', depth: 3 },
    { turns: store, pinned: [], room: ROOM, from: 0 },
    sourcesOf(chat.stores),
  )
  expect(leftOut).toBe(2)
  expect(JSON.stringify(messages)).not.toContain('word 1')
  expect(JSON.stringify(messages)).toContain('word 2')
})

it('has the whole chat, and says of nothing that it is left out, where all fits', async () => {
  const chat = turns()
  chat.add('t0', 0, [message('u0', 'one')])
  chat.add('t1', 1, [message('u1', 'two')])
  expect(await read(chat, 2)).toMatchObject({
    messages: [[{ role: 'user', text: 'one' }], [{ role: 'user', text: 'two' }]],
    leftOut: 0,
    leftOutPinned: 0,
  })
  expect(
    await fittingHistory(
      { parentId: null, depth: 0 },
      { turns: chat.store, pinned: [], room: ROOM, from: 0 },
      sourcesOf(chat.stores),
    ),
  ).toMatchObject({
    messages: [],
    leftOut: 0,
    leftOutPinned: 0,
  })
})

it('is sent pinned turns before all others, each once and in its place, and that the rest is missing', async () => {
  const chat = turns()
  for (let n = 0; n < 8; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, `${n}`.repeat(300_000))])
  const { messages, leftOut } = await read(chat, 8, { pinned: ['t3', 't7', 'gone', 't1'] })
  expect(leftOut).toBe(5)
  const [note, ...kept] = messages.flat()
  expect(note).toMatchObject({
    text: expect.stringMatching(/^\[5 of the first 7 exchanges .* The other 2 of them come next/),
  })
  expect(kept).toEqual(['1', '3', '7'].map((n) => ({ role: 'user', text: n.repeat(300_000) })))
  proves('record.pinned.stays')
})

it('is sent no pinned turn of another version, and none that does not fit', async () => {
  const chat = turns()
  for (let n = 0; n < 3; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, 'w'.repeat(600_000))])
  const old = chat.store.get('t1')!
  chat.store.saveTurn({ ...old, id: 'other', parentId: 't0' })
  chat.store.saveEntry('other', message('u-other', 'other words'))
  chat.store.show('t2')
  const { messages, leftOut, leftOutPinned } = await read(chat, 3, {
    pinned: ['t0', 'other', 't1'],
  })
  expect(JSON.stringify(messages)).not.toContain('other words')
  expect([messages.flat().length, leftOut, leftOutPinned]).toEqual([2, 2, 1])
  expect(JSON.stringify(messages.flat()[0])).toContain(
    'Of those that are not included, 1 were pinned by the person.',
  )
  proves('record.pinned.branch')
})

it('reads no pinned turn that is too large to be read, or that is not shown, and counts the one that is', async () => {
  const chat = turns()
  for (let n = 0; n < 3; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, `word ${n}`)])
  const old = chat.store.get('t1')!
  chat.store.saveTurn({ ...old, id: 'other', parentId: 't0' })
  chat.store.saveEntry('other', message('u-other', 'other words'))
  chat.store.show('t2')
  const seen: string[] = []
  const store = {
    ...chat.store,
    size: (id: string) => (id === 't0' ? 1e9 : 10),
    get: (id: string) => (seen.push(id), chat.store.get(id)),
  }
  const { leftOut, leftOutPinned } = await fittingHistory(
    { parentId: 't2', depth: 3 },
    { turns: store, pinned: ['t0', 'other'], room: ROOM, from: 0 },
    sourcesOf(chat.stores),
  )
  expect(seen).toEqual(['t2', 't1'])
  expect([leftOut, leftOutPinned]).toEqual([1, 1])
})

it('begins where the request before began, until all from there no longer fits', async () => {
  const chat = turns()
  const begins: number[] = []
  let from = 0
  for (let n = 0; n < 60; n += 1) {
    chat.add(`t${n}`, n, [message(`u${n}`, 'word '.repeat(400))])
    ;({ from } = await read(chat, n + 1, { room: 10_000, from }))
    begins.push(from)
  }
  // 500 tokens each: 20 fit, and what is cut leaves 14.
  const changes = begins.filter((begin, index) => index > 0 && begin !== begins[index - 1])
  expect(changes.length).toBe(6)
  expect(changes.slice(0, 2)).toEqual([7, 14])
  expect(begins.at(-1)).toBeGreaterThan(60 - 21)
  proves('turns.context.steady')
})

it('has again what was cut once there is much more room, and not for a little more', async () => {
  const chat = turns()
  for (let n = 0; n < 40; n += 1) chat.add(`t${n}`, n, [message(`u${n}`, 'word '.repeat(400))])
  expect((await read(chat, 40, { room: 10_000, from: 28 })).from).toBe(28)
  expect((await read(chat, 40, { room: 10_500, from: 27 })).from).toBe(27)
  expect((await read(chat, 40, { room: 40_000, from: 30 })).from).toBe(0)
})

it('counts a character of Chinese as a token, and four of Latin', async () => {
  const chat = turns()
  chat.add('t0', 0, [message('u0', '字'.repeat(900))])
  chat.add('t1', 1, [message('u1', '字'.repeat(900))])
  expect(await read(chat, 2, { room: 1000 })).toMatchObject({ leftOut: 1 })
  const latin = turns()
  latin.add('t0', 0, [message('u0', 'w'.repeat(900))])
  latin.add('t1', 1, [message('u1', 'w'.repeat(900))])
  expect(await read(latin, 2, { room: 1000 })).toMatchObject({ leftOut: 0 })
})

it('has the latest turn where it fits, however large it is', async () => {
  const chat = turns()
  chat.add('t0', 0, [message('u0', 'w'.repeat(3000))])
  chat.add('t1', 1, [message('u1', 'w'.repeat(3600))])
  expect(await read(chat, 2, { room: 1000 })).toMatchObject({ from: 1, leftOut: 1 })
})
