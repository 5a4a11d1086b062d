import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataFlowRule } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores, type OpenedStores } from './open-stores.ts'
import { sampleAuditRecord } from './sample-records.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-flows-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (): OpenedStores => openStores({ file })
const rule: DataFlowRule = {
  id: 'r1',
  fromId: 'a',
  toId: 'b',
  rule: 'allow',
  fromIdentity: 'who a is',
  toIdentity: 'who b is',
  createdAt: 1,
}

it('a rule outlives the app, one for each pair, and goes with either server', () => {
  const stores = open()
  stores.dataFlows.save(rule, sampleAuditRecord('1'))
  stores.dataFlows.save({ ...rule, id: 'r2', rule: 'never' }, sampleAuditRecord('2'))
  stores.dataFlows.save({ ...rule, id: 'r3', fromId: null }, sampleAuditRecord('3'))
  stores.dataFlows.save({ ...rule, id: 'r4', fromId: 'b', toId: 'a' }, sampleAuditRecord('4'))
  stores.close()
  const again = open()
  const ids = (): string[] => again.dataFlows.rules().map(({ id }) => id)
  expect(ids()).toEqual(['r3', 'r2', 'r4'])
  again.dataFlows.removeForServer('a')
  expect(ids()).toEqual(['r3'])
  again.dataFlows.remove({ fromId: null, toId: 'b' }, sampleAuditRecord('5'))
  expect(ids()).toEqual([])
  again.close()
})

it('a rule and its record are written together, or neither', () => {
  const stores = open()
  stores.audit.append(sampleAuditRecord('taken'))
  const constraint = expect.objectContaining({ code: 'store/constraint' })
  expect(() => stores.dataFlows.save(rule, sampleAuditRecord('taken'))).toThrow(constraint)
  expect(stores.dataFlows.rules()).toEqual([])
  stores.dataFlows.save(rule, sampleAuditRecord('given'))
  expect(() => stores.dataFlows.remove(rule, sampleAuditRecord('taken'))).toThrow(constraint)
  expect(stores.dataFlows.rules()).toEqual([rule])
  stores.close()
})

it('a file of before has no rules, and takes them', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 23),
  )
  old.close()
  const stores = open()
  expect(stores.dataFlows.rules()).toEqual([])
  stores.dataFlows.save(rule, sampleAuditRecord('1'))
  expect(stores.dataFlows.rules()).toEqual([rule])
  stores.close()
})
