import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FOLLOW_LIMITS, type ResourceFollow } from '@gatehouse/domain/chats'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation } from '../sample-records.ts'

let folder: string
let stores: OpenedStores
const open = () => (stores = openStores({ file: join(folder, 'gatehouse.db') }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-follows-'))
  open()
  for (const id of ['c1', 'c2']) stores.conversations.save(sampleConversation(id))
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const follow = (attachmentId: string, change: Partial<ResourceFollow> = {}): ResourceFollow => ({
  conversationId: 'c1',
  attachmentId,
  serverId: 's1',
  serverIdentity: 'identity',
  uri: `notes://${attachmentId}`,
  readAt: 1,
  ...change,
})
const ids = (follows: ResourceFollow[]) => follows.map(({ attachmentId }) => attachmentId)

it('keeps what is followed and what changed through a restart', () => {
  stores.follows.save(follow('a1'))
  stores.follows.save(follow('a2'))
  stores.follows.save(follow('a1', { changedAt: 5 }))
  stores.close()
  open()
  expect(stores.follows.list('c1')).toEqual([follow('a1', { changedAt: 5 }), follow('a2')])
  expect(ids(stores.follows.unchanged('s1', 10))).toEqual(['a2'])
})

it('gives the latest of a server first, of chats that are there', () => {
  stores.follows.save(follow('a1'))
  stores.follows.save(follow('b1', { conversationId: 'c2' }))
  stores.follows.save(follow('a2'))
  stores.follows.save(follow('a3', { serverId: 's2' }))
  expect(ids(stores.follows.unchanged('s1', 2))).toEqual(['a2', 'b1'])
  stores.conversations.remove('c1')
  expect(ids(stores.follows.unchanged('s1', 10))).toEqual(['b1'])
  stores.conversations.restore('c1')
  expect(ids(stores.follows.unchanged('s1', 10))).toEqual(['a2', 'b1', 'a1'])
  stores.conversations.remove('c1')
  stores.conversations.purge()
  expect(stores.follows.list('c1')).toEqual([])
})

it('forgets one, those of a server, and the oldest of a chat that has too many', () => {
  for (let index = 0; index < FOLLOW_LIMITS.ofChat + 3; index += 1)
    stores.follows.save(follow(`a${index}`))
  stores.follows.save(follow('b1', { conversationId: 'c2', serverId: 's2' }))
  expect(ids(stores.follows.list('c1'))).toHaveLength(FOLLOW_LIMITS.ofChat)
  expect(ids(stores.follows.list('c1'))[0]).toBe('a3')
  stores.follows.remove('c1', 'a3')
  expect(ids(stores.follows.list('c1'))[0]).toBe('a4')
  stores.follows.removeForServer('s1')
  expect(stores.follows.list('c1')).toEqual([])
  expect(ids(stores.follows.list('c2'))).toEqual(['b1'])
})
