import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InstructionsDecision } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores, type OpenedStores } from './open-stores.ts'
import { sampleAuditRecord } from './sample-records.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-instructions-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (): OpenedStores => openStores({ file })
const decision: InstructionsDecision = {
  serverId: 'a',
  decision: 'allowed',
  identity: 'who a is',
  text: 'Be brief.\u0000\u200b',
  decidedAt: 1,
}

it('a decision outlives the app, one for each server, and goes with it', () => {
  const stores = open()
  stores.instructions.save(decision, sampleAuditRecord('1'))
  const refused: InstructionsDecision = { ...decision, decision: 'refused' }
  stores.instructions.save(refused, sampleAuditRecord('2'))
  stores.instructions.save({ ...decision, serverId: 'b' }, sampleAuditRecord('3'))
  stores.close()
  const again = open()
  expect(again.instructions.list()).toEqual([refused, { ...decision, serverId: 'b' }])
  again.instructions.removeForServer('a')
  expect(again.instructions.list().map(({ serverId }) => serverId)).toEqual(['b'])
  again.close()
})

it('a decision and its record are written together, or neither', () => {
  const stores = open()
  stores.audit.append(sampleAuditRecord('taken'))
  const constraint = expect.objectContaining({ code: 'store/constraint' })
  expect(() => stores.instructions.save(decision, sampleAuditRecord('taken'))).toThrow(constraint)
  expect(stores.instructions.list()).toEqual([])
  stores.close()
})

it('a file of before has no decisions, and takes them', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 25),
  )
  old.close()
  const stores = open()
  expect(stores.instructions.list()).toEqual([])
  stores.instructions.save(decision, sampleAuditRecord('1'))
  expect(stores.instructions.list()).toEqual([decision])
  stores.close()
})
