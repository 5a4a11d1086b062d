import { GatehouseError } from '@gatehouse/domain'
import { stepOf } from '@gatehouse/host/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAnsweringChat, type AnsweringChat } from './answering-chat.ts'

let answering: AnsweringChat
let host: AnsweringChat['host']
let stores: AnsweringChat['stores']
let events: AnsweringChat['events']
let chat: AnsweringChat['chat']

/** A chat in which an answer was stopped, and `two` waits with a file. */
beforeEach(async () => {
  answering = await openAnsweringChat(stepOf({ type: 'text-delta', text: 'TWO' }))
  ;({ host, stores, events, chat } = answering)
  const bytes = new TextEncoder().encode('a text')
  const about = { name: 'a.txt', mimeType: 'text/plain', bytes }
  const { id } = await host.attachments.attachFile(chat.id, about)
  host.chats.sendLater(chat.id, { text: 'two', attachmentIds: [id] }, 'queue')
  await vi.waitFor(() => expect(answering.models.requests).toHaveLength(1))
  host.chats.stop(chat.id)
  await vi.waitFor(() => expect(host.chats.view(chat.id).isRunning).toBe(false))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await answering.close()
})

const queued = () => host.conversations.get(chat.id).queue ?? []
const userTexts = (): string[] =>
  host.chats
    .view(chat.id)
    .turns.flatMap(({ entries }) =>
      entries.flatMap((one) => (one.kind === 'user-message' ? one.text : [])),
    )

/** From the given write on the disk takes nothing; how many there were. */
function refuseFrom(first: number): { count: number } {
  const writes = { count: 0 }
  const guard = <Store extends object>(store: Store, names: (keyof Store)[]): void => {
    for (const name of names) {
      const write = store[name] as (...values: unknown[]) => unknown
      vi.spyOn(
        store as Record<string, (...values: unknown[]) => unknown>,
        name as string,
      ).mockImplementation((...values) => {
        writes.count += 1
        if (writes.count >= first) throw new GatehouseError('store/disk-full', 'The disk is full.')
        return write.apply(store, values)
      })
    }
  }
  guard(stores.turns, ['saveTurn', 'saveEntry'])
  guard(stores.conversations, ['save'])
  guard(stores.attachments, ['remove'])
  return writes
}

it('a message that waits is in a turn or in the queue, whatever write the disk refuses', async () => {
  const [message] = queued()
  const id = message?.id ?? ''
  for (let first = 1; first <= 4; first += 1) {
    const before = events.recorded.length
    const writes = refuseFrom(first)
    expect(() => host.chats.sendQueued(chat.id, id)).toThrow('The disk is full.')
    expect(writes.count).toBe(first)
    vi.restoreAllMocks()
    expect(queued()).toMatchObject([{ id, text: 'two', attachments: [{ name: 'a.txt' }] }])
    expect(userTexts()).toEqual(['one'])
    expect(stores.attachments.list(chat.id)).toHaveLength(1)
    // The window received no event of a turn that does not run.
    expect(events.recorded.slice(before)).toEqual([])
    expect(stores.turns.running()).toEqual([])
  }
  host.chats.sendQueued(chat.id, id)
  await vi.waitFor(() => expect(host.chats.view(chat.id).isRunning).toBe(false))
  expect(userTexts()).toEqual(['one', 'two'])
  expect(queued()).toEqual([])
})
