import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation, sampleTurn } from '../sample-records.ts'

let folder: string
let stores: OpenedStores

const open = (): OpenedStores => openStores({ file: join(folder, 'gatehouse.db') })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-compared-'))
  stores = open()
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a comparison is there after a restart until it ends', () => {
  const model = { providerId: 'p', modelId: 'other' }
  stores.conversations.save(sampleConversation('c1'))
  const first = { ...sampleTurn('t1', 'c1'), comparison: { isFirst: true, model, turnId: 't2' } }
  stores.turns.saveTurn(first)
  stores.turns.saveTurn(sampleTurn('t2', 'c1'))
  stores.close()
  stores = open()
  expect(stores.turns.getWithoutEntries('t1')?.comparison).toEqual(first.comparison)
  const { comparison: _comparison, ...rest } = first
  stores.turns.saveTurn(rest)
  expect(stores.turns.getWithoutEntries('t1')?.comparison).toBeUndefined()
})
