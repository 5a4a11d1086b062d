import { GatehouseError } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAnsweringChat, type AnsweringChat } from './answering-chat.ts'

let answering: AnsweringChat
let host: AnsweringChat['host']
let stores: AnsweringChat['stores']
let events: AnsweringChat['events']
let chat: AnsweringChat['chat']

/** A chat in which an answer is under way. */
beforeEach(async () => {
  answering = await openAnsweringChat()
  ;({ host, stores, events, chat } = answering)
  await vi.waitFor(() => expect(answering.models.requests).toHaveLength(1))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await answering.close()
})

/** Does `change` while the disk takes one write of a chat and refuses the second; the events of chats that came. */
function withRefusal(change: () => unknown): unknown[] {
  const before = events.recorded.length
  const save = stores.conversations.save.bind(stores.conversations)
  let writes = 0
  vi.spyOn(stores.conversations, 'save').mockImplementation((conversation) => {
    writes += 1
    if (writes === 2) throw new GatehouseError('store/disk-full', 'The disk is full.')
    save(conversation)
  })
  expect(change).toThrow('The disk is full.')
  expect(writes).toBe(2)
  vi.restoreAllMocks()
  return events.recorded.slice(before).filter(({ name }) => name === 'chat.changed')
}

it.each(['queue', 'stop'] as const)(
  'a message that is sent later (%s) is in the queue or in the draft, never in both',
  (how) => {
    host.conversations.saveDraft(chat.id, 'two')
    const message = { text: 'two', attachmentIds: [] }
    expect(withRefusal(() => host.chats.sendLater(chat.id, message, how))).toEqual([])
    const kept = host.conversations.get(chat.id)
    expect(kept.queue).toBeUndefined()
    expect(kept.draft).toBe('two')
    expect(host.chats.view(chat.id).isRunning).toBe(true)

    host.chats.sendLater(chat.id, message, 'queue')
    expect(host.conversations.get(chat.id)).toMatchObject({ draft: '', queue: [{ text: 'two' }] })
  },
)

it('a tag that could not be renamed in every chat is shown as it was in each', () => {
  const other = host.conversations.create()
  for (const { id } of [chat, other]) host.conversations.setTags(id, ['home'])
  expect(withRefusal(() => host.conversations.changeTag('home', 'house'))).toEqual([])
  for (const { id } of [chat, other]) expect(host.conversations.get(id).tags).toEqual(['home'])

  const before = events.recorded.length
  host.conversations.changeTag('home', 'house')
  const shown = events.recorded.slice(before).filter(({ name }) => name === 'chat.changed')
  expect(shown.map(({ payload }) => payload)).toEqual(
    expect.arrayContaining(
      [chat, other].map(({ id }) => expect.objectContaining({ id, tags: ['house'] })),
    ),
  )
})
