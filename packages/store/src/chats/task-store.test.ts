import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerTask } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores } from '../index.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const task = (id: string, changes: Partial<ServerTask> = {}): ServerTask => ({
  id,
  serverId: 's1',
  identity: 'i1',
  taskId: 'söme/opaque\u0000 id',
  era: 'legacy',
  toolName: 'research',
  toolTitle: 'Research',
  conversationId: 'c1',
  turnId: 't1',
  entryId: 'e1',
  status: 'working',
  statusMessage: 'Gathering…',
  pollIntervalMs: 1000,
  ttlMs: null,
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  ...changes,
})

it('does not lose the id of a task that runs on at its server, nor what it became', () => {
  let stores = openStores({ file })
  stores.tasks.save(task('k2'))
  stores.tasks.save(task('k1'))
  stores.tasks.save(task('k2', { status: 'completed', unreachable: true }))
  stores.close()
  stores = openStores({ file })
  expect(stores.tasks.list()).toEqual([
    task('k2', { status: 'completed', unreachable: true }),
    task('k1'),
  ])
  stores.tasks.remove('k2')
  stores.close()
  stores = openStores({ file })
  expect(stores.tasks.list()).toEqual([task('k1')])
  stores.close()
})
