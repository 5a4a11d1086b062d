import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '@gatehouse/host'
import { createEventRecorder, createScriptedModels, toolNamed } from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedHost } from './faults/scripted-host.ts'

let folder: string
let file: string
let stores: OpenedStores
let host: Host
function open(): void {
  stores = openStores({ file })
  host = createScriptedHost({
    stores,
    server: {
      tools: [toolNamed('read')],
      call: () => Promise.reject(new Error('None.')),
      opened: [],
      closed: 0,
    },
    models: createScriptedModels([]),
    events: createEventRecorder(),
  })
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-erased-'))
  file = join(folder, 'gatehouse.db')
  open()
})
afterEach(async () => {
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

const isOnDisk = (word: string): boolean =>
  [file, `${file}-wal`].some((path) => existsSync(path) && readFileSync(path).includes(word))

/** @threat record.removed-chat */
it('the start after a chat was deleted erases its words while others are used', async () => {
  const kept = host.conversations.create()
  for (let n = 0; n < 30; n += 1) host.chats.send(kept.id, `kept words of number${n}`)
  const gone = host.conversations.create()
  host.chats.send(gone.id, 'unforgettable')
  host.conversations.remove(gone.id)
  await host.close()
  open()
  expect(isOnDisk('forgettable')).toBe(true)

  await host.start()
  expect(stores.conversations.restore(gone.id)).toBeNull()
  expect(isOnDisk('forgettable')).toBe(true)
  await expect.poll(() => isOnDisk('forgettable'), { timeout: 10_000 }).toBe(false)
  expect((await host.search.search('number7')).hits).toHaveLength(1)
  expect((await host.search.search('unforgettable')).hits).toEqual([])
  proves('record.erased.start')
})
