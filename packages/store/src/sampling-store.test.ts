import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SamplingPolicy } from '@gatehouse/domain/server-requests'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { formatFourteenRows } from './fixtures/format-14.fixture.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores, type OpenedStores } from './open-stores.ts'
import { sampleAuditRecord } from './sample-records.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-sampling-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (): OpenedStores => openStores({ file })
const policy: SamplingPolicy = {
  id: 'p1',
  serverId: 's1',
  rule: { kind: 'budget', tokensPerDay: 100, models: [{ providerId: 'l', modelId: 'm' }] },
  identity: 'who',
  createdAt: 1,
}
const run = { id: 'r1', serverId: 's1', day: '2026-11-23', tokens: 60 }

/** @threat sampling.over-budget */
it('policies and what was used outlive the app, a reservation that was never settled too', () => {
  const stores = open()
  stores.sampling.savePolicy(policy, sampleAuditRecord('a1'))
  stores.sampling.savePolicy({ ...policy, id: 'p2' }, sampleAuditRecord('a2'))
  stores.sampling.reserve(run)
  stores.sampling.reserve({ ...run, id: 'r2', tokens: 30 })
  stores.sampling.settle('r1', 12)
  stores.close()
  const again = open()
  expect(again.sampling.policies()).toEqual([{ ...policy, id: 'p2' }])
  const { day } = run
  expect(again.sampling.usage('s1', day)).toEqual({ day, tokens: 42, requests: 2 })
  expect(again.sampling.usage('s2', day)).toEqual({ day, tokens: 0, requests: 0 })
  expect(again.sampling.usage('s1', '2026-11-24')).toMatchObject({ tokens: 0 })
  again.close()
})

it('a policy and its record are written together, or neither', () => {
  const stores = open()
  stores.audit.append(sampleAuditRecord('taken'))
  const constraint = expect.objectContaining({ code: 'store/constraint' })
  expect(() => stores.sampling.savePolicy(policy, sampleAuditRecord('taken'))).toThrow(constraint)
  expect(stores.sampling.policies()).toEqual([])
  stores.sampling.savePolicy(policy, sampleAuditRecord('given'))
  expect(() => stores.sampling.removePolicy('s1', sampleAuditRecord('taken'))).toThrow(constraint)
  expect(stores.sampling.policies()).toEqual([policy])
  stores.sampling.removePolicy('s1', sampleAuditRecord('removed'))
  expect(stores.sampling.policies()).toEqual([])
  expect(stores.audit.list(9).map(({ id }) => id)).toEqual(['removed', 'given', 'taken'])
  stores.close()
})

it('runs of long ago are forgotten, those of a server with it', () => {
  const stores = open()
  stores.sampling.reserve({ ...run, id: 'old', day: '2026-09-01' })
  stores.sampling.reserve(run)
  expect(stores.sampling.usage('s1', '2026-09-01').requests).toBe(0)
  stores.sampling.savePolicy(policy, sampleAuditRecord('a1'))
  stores.sampling.removeForServer('s1')
  expect(stores.sampling.policies()).toEqual([])
  expect(stores.sampling.usage('s1', run.day).requests).toBe(0)
  stores.close()
})

it('a file of before has no policies and nothing used, and takes both', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 14),
  )
  old.execute(formatFourteenRows)
  old.close()
  const stores = open()
  expect(stores.sampling.policies()).toEqual([])
  stores.sampling.savePolicy(policy, sampleAuditRecord('a1'))
  stores.sampling.reserve(run)
  expect(stores.sampling.usage('s1', run.day).tokens).toBe(60)
  expect(stores.conversations.list()).toHaveLength(1)
  stores.close()
})
