import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatehouseError, type Conversation } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import {
  createEventRecorder,
  createScriptedModels,
  stalledStep,
  stepOf,
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
let host: Host
let chat: Conversation

/** A chat in which an answer was stopped, and `two` waits with a file. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-queued-'))
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  events = createEventRecorder()
  const answer = stepOf({ type: 'text-delta', text: 'TWO' })
  const models = createScriptedModels([stalledStep('part'), answer])
  host = createScriptedHost({ stores, server, models, events })
  await host.start()
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    { models: [{ id: 'm' }] },
  )
  chat = host.conversations.create()
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
  host.chats.send(chat.id, 'one')
  const bytes = new TextEncoder().encode('a text')
  const about = { name: 'a.txt', mimeType: 'text/plain', bytes }
  const { id } = await host.attachments.attachFile(chat.id, about)
  host.chats.sendLater(chat.id, { text: 'two', attachmentIds: [id] }, 'queue')
  await vi.waitFor(() => expect(models.requests).toHaveLength(1))
  host.chats.stop(chat.id)
  await vi.waitFor(() => expect(host.chats.view(chat.id).isRunning).toBe(false))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await host.close()
  rmSync(folder, { recursive: true, force: true })
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
