import { beforeEach, expect, it } from 'vitest'
import { createChatHarness, type ReadyChat } from '../../testing/chat-harness.ts'

let ready: ReadyChat
beforeEach(async () => {
  ready = await createChatHarness().ready([])
})

it('a chat in which nothing was done is taken instead of a new one', () => {
  const { conversations } = ready.host
  const blank = conversations.create()
  expect(conversations.create(blank.id)).toEqual(blank)
})

it.each<[string, (id: string) => unknown]>([
  ['is archived', (id) => ready.host.conversations.setArchived(id, true)],
  ['is pinned', (id) => ready.host.conversations.setChatPinned(id, true)],
  ['has a draft', (id) => ready.host.conversations.saveDraft(id, 'typed')],
  ['has a setup of its own', (id) => ready.host.conversations.setSetup(id, { stepLimit: 3 })],
  ['has servers of its own', (id) => ready.host.conversations.setServers(id, [])],
  [
    'has a model of its own',
    (id) => ready.host.conversations.setModel(id, { providerId: 'p', modelId: 'other' }),
  ],
  ['is gone', (id) => ready.host.conversations.remove(id)],
])('but not one that %s', (_words, change) => {
  const { conversations } = ready.host
  const blank = conversations.create()
  change(blank.id)
  const created = conversations.create(blank.id)
  expect(created.id).not.toBe(blank.id)
  expect(created).not.toHaveProperty('archivedAt')
  expect(created).not.toHaveProperty('pinnedAt')
})

it('nor one that began before the settings had what new chats begin with', () => {
  const { conversations, chatPresets } = ready.host
  const blank = conversations.create()
  const { chatPresets: kept } = chatPresets.save({
    name: 'Terse',
    setup: { systemPrompt: 'Be brief.' },
  })
  chatPresets.setNewChats({ kind: 'preset', id: kept[0]?.id ?? '' })
  const created = conversations.create(blank.id)
  expect(created).toMatchObject({ setup: { systemPrompt: 'Be brief.' } })
  expect(conversations.create(created.id).id).toBe(created.id)
})
