import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PromptPin } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores, type OpenedStores } from './open-stores.ts'
import { sampleConversation } from './sample-records.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-prompts-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (): OpenedStores => openStores({ file })
const pin: PromptPin = {
  serverId: 'a',
  promptName: 'review',
  arguments: 'hash of one',
  messages: 'hash',
  identity: 'who a is',
  definition: '{"name":"review"}',
  sentIn: { turnId: 't', entryId: 'e', attachmentId: 'x' },
  sentAt: 1,
}

it('a pin outlives the app, one for each arguments, the latest first, and goes with its server', () => {
  const stores = open()
  stores.promptPins.save(pin)
  stores.promptPins.save({ ...pin, arguments: 'hash of two' })
  stores.promptPins.save({ ...pin, promptName: 'other' })
  stores.promptPins.save({ ...pin, serverId: 'b' })
  stores.promptPins.save({ ...pin, messages: 'later', sentAt: 2 })
  stores.close()
  const again = open()
  expect(again.promptPins.list('a', 'review')).toEqual([
    { ...pin, messages: 'later', sentAt: 2 },
    { ...pin, arguments: 'hash of two' },
  ])
  again.promptPins.removeForServer('a')
  expect(again.promptPins.list('a', 'review')).toEqual([])
  expect(again.promptPins.list('b', 'review')).toHaveLength(1)
  again.close()
})

it('of one server the latest 500 are kept', () => {
  const stores = open()
  for (let at = 1; at <= 503; at += 1)
    stores.promptPins.save({ ...pin, arguments: `hash of ${at}`, sentAt: at })
  stores.promptPins.save({ ...pin, serverId: 'b' })
  const kept = stores.promptPins.list('a', 'review')
  expect(kept).toHaveLength(500)
  expect(kept.at(0)?.sentAt).toBe(503)
  expect(kept.at(-1)?.sentAt).toBe(4)
  expect(stores.promptPins.list('b', 'review')).toHaveLength(1)
  stores.close()
})

it('a file of before has no pins, and takes them', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 26),
  )
  old.close()
  const stores = open()
  expect(stores.promptPins.list('a', 'review')).toEqual([])
  stores.promptPins.save(pin)
  expect(stores.promptPins.list('a', 'review')).toEqual([pin])
  stores.close()
})

it('an attachment of a draft takes another form in its place', () => {
  const stores = open()
  const attached = (id: string, name: string) =>
    ({
      kind: 'file',
      id,
      bytes: 1,
      tokens: 1,
      name,
      mimeType: 'text/plain',
      content: { type: 'text', text: 'x' },
    }) as const
  stores.conversations.save(sampleConversation('c'))
  stores.attachments.add('c', attached('one', 'a'))
  stores.attachments.add('c', attached('two', 'b'))
  stores.attachments.replace('c', attached('one', 'z'))
  expect(stores.attachments.list('c')).toEqual([attached('one', 'z'), attached('two', 'b')])
  stores.close()
})
