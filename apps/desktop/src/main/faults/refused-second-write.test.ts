import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatehouseError, type Conversation } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import {
  createEventRecorder,
  createScriptedModels,
  stalledStep,
  type ScriptedServer,
} from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

const server: ScriptedServer = {
  tools: [],
  call: () => Promise.reject(new Error('It has no tools.')),
  opened: [],
  closed: 0,
}

let folder: string
let stores: OpenedStores
let events: ReturnType<typeof createEventRecorder>
let models: ReturnType<typeof createScriptedModels>
let host: Host
let chat: Conversation

/** A chat in which an answer is under way. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-second-write-'))
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  events = createEventRecorder()
  models = createScriptedModels([stalledStep('part')])
  host = createScriptedHost({ stores, server, models, events })
  await host.start()
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    { models: [{ id: 'm' }] },
  )
  chat = host.conversations.create()
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
  host.chats.send(chat.id, 'one')
  await vi.waitFor(() => expect(models.requests).toHaveLength(1))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await host.close()
  rmSync(folder, { recursive: true, force: true })
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
