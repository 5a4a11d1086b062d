import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEventRecorder, createScriptedModels, stepOf } from '@gatehouse/host/testing'
import { openStores, openTemporaryStores } from '@gatehouse/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedHost } from './faults/scripted-host.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-forked-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openHost() {
  const stores = openStores({ file: join(folder, 'gatehouse.db') })
  const host = createScriptedHost({
    stores,
    temporaryStores: openTemporaryStores,
    server: { tools: [], call: () => Promise.reject(new Error('None.')), opened: [], closed: 0 },
    models: createScriptedModels([stepOf({ type: 'text-delta', text: 'Unused.' })]),
    events: createEventRecorder(),
  })
  return { stores, host }
}

/** Too long for a row: it is a file of its own. */
const LONG = new TextEncoder().encode(`name,count\n${'bricks,1200\n'.repeat(4000)}`)

it.each([false, true])(
  'a fork keeps what was attached when its first chat is deleted for good, temporary: %s',
  async (isTemporary) => {
    const first = openHost()
    const { conversations, attachments, chats } = first.host
    const chat = isTemporary ? conversations.createTemporary() : conversations.create()
    const attached = await attachments.attachFile(chat.id, {
      name: 'rows.csv',
      bytes: LONG,
      mimeType: 'text/csv',
    })
    const turn = chats.send(chat.id, 'Count the bricks', [attached.id])
    await expect.poll(() => chats.view(chat.id).isRunning).toBe(false)

    const fork = await first.host.forkChat({ conversationId: chat.id, turnId: turn.id })
    conversations.remove(chat.id)
    if (!isTemporary) {
      first.stores.conversations.purge([chat.id])
      await first.stores.blobs.collect()
    }
    const [copy] = chats.view(fork.id).turns
    const [message] = copy?.entries ?? []
    if (message?.kind !== 'user-message') throw new Error('There is no message.')
    const [file] = message.attachments ?? []
    if (file?.kind !== 'file' || file.content.type !== 'text') throw new Error('No file.')
    const hash = file.content.kept?.hash ?? ''
    expect(await first.host.blobs.size(hash)).toBe(LONG.byteLength)
    expect(
      (await first.host.search.search('bricks', { conversationId: fork.id })).hits,
    ).not.toEqual([])
    await first.host.close()
    if (isTemporary) return
    const later = openHost()
    expect(later.host.conversations.get(fork.id).title).toBe('Count the bricks (2)')
    await later.host.close()
  },
)
