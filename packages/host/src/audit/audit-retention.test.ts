import type { AuditRecord } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createCountingIds, createManualClock } from '../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { createScriptedConsent } from '../testing/scripted-consent.ts'
import { AuditRetention } from './audit-retention.ts'

const DAY = 86_400_000
const NOW = 1_700_000_000_000

const entry = (id: string, at: number): AuditRecord => ({
  id,
  at,
  kind: 'roots',
  serverId: 's1',
  serverName: 'files',
  serverHue: 0,
  conversationId: null,
  entryId: null,
  subject: 'roots',
  decision: 'share',
  edited: false,
  outcome: 'done',
  durationMs: null,
})

function setUp() {
  const stores = createInMemoryStores()
  const clock = createManualClock(NOW)
  const consent = createScriptedConsent('allow')
  const emitted: string[] = []
  const retention = new AuditRetention({
    stores,
    clock,
    timers: clock,
    ids: createCountingIds(),
    consent,
    events: { emit: (name) => void emitted.push(name) },
  })
  for (const [id, days] of [
    ['old', 400],
    ['older', 100],
    ['new', 10],
  ] as const)
    stores.audit.append(entry(id, NOW - days * DAY))
  const kinds = () => stores.audited.map(({ kind, id }) => (kind === 'roots' ? id : kind))
  return { stores, clock, consent, emitted, retention, kinds }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

it('nothing is deleted by default, however old', async () => {
  const { retention, clock, kinds } = setUp()
  retention.start()
  clock.advance(1000 * DAY)
  await settled()
  expect(kinds()).toEqual(['old', 'older', 'new'])
  await retention.close()
})

/**
 * @threat record.deleted-by-page
 * @attacker page
 * @tries To have the record of what it did deleted.
 * @stoppedBy The time is not among the settings that the page may change; a shorter one is decided in the consent
 * window, which says how many entries go, and is recorded.
 */
it('what deletes more is put before the person with how many go, and both change and cut are recorded', async () => {
  const { retention, consent, stores, emitted, kinds } = setUp()
  consent.decision = 'cancel'
  expect(await retention.set(90)).toEqual({ outcome: 'cancelled' })
  await settled()
  expect(stores.settings.load().auditDays).toBeNull()
  expect(kinds()).toEqual(['old', 'older', 'new'])
  consent.decision = 'allow'
  expect(await retention.set(90)).toEqual({ outcome: 'changed' })
  await settled()
  expect(consent.asked).toEqual(
    Array.from({ length: 2 }, () => ({
      kind: 'audit-retention',
      before: null,
      after: 90,
      deletes: 2,
    })),
  )
  expect(kinds()).toEqual(['new', 'record-retention', 'record-cut'])
  expect(stores.audited[1]).toMatchObject({
    retention: { before: null, after: 90 },
    by: { kind: 'person' },
  })
  expect(stores.audited[2]).toMatchObject({
    cut: { records: 2, before: NOW - 90 * DAY },
    by: { kind: 'retention', days: 90 },
  })
  expect(emitted).toContain('audit.changed')
  await retention.close()
})

it('what deletes less is asked about by nobody; what becomes old goes while the app runs', async () => {
  const { retention, consent, clock, kinds } = setUp()
  await retention.set(30)
  await settled()
  await retention.set(90)
  await retention.set(90)
  await settled()
  expect(consent.asked).toHaveLength(1)
  expect(kinds()).toEqual(['new', 'record-retention', 'record-cut', 'record-retention'])
  clock.advance(81 * DAY)
  await settled()
  expect(kinds()).not.toContain('new')
  await retention.set(null)
  await settled()
  const kept = kinds()
  clock.advance(1000 * DAY)
  await settled()
  expect(kinds()).toEqual(kept)
  expect(consent.asked).toHaveLength(1)
  await retention.close()
})

it('a setting that was changed while the person read another one is not overwritten', async () => {
  const { retention, consent, stores, kinds } = setUp()
  consent.ask = () => {
    stores.settings.save({ ...stores.settings.load(), auditDays: 365 })
    return Promise.resolve('allow')
  }
  await expect(retention.set(30)).rejects.toThrowError(
    expect.objectContaining({ code: 'audit/retention-changed' }),
  )
  expect(stores.settings.load().auditDays).toBe(365)
  expect(kinds()).toEqual(['old', 'older', 'new'])
})

it('what is to be kept again while old entries are looked for is not deleted', async () => {
  const { retention, stores, kinds } = setUp()
  const { deleteOld } = stores.audit
  // The setting is changed between the look and the record of the cut.
  stores.audit.deleteOld = (age, { record, signal }) =>
    deleteOld(age, {
      record: (id, what) => {
        stores.settings.save({ ...stores.settings.load(), auditDays: null })
        return record(id, what)
      },
      signal,
    })
  await retention.set(90)
  await settled()
  expect(kinds()).toEqual(['old', 'older', 'new', 'record-retention'])
  await retention.close()
})

it('what an earlier deletion has left is asked for at each start, one after the other', async () => {
  const { retention, stores } = setUp()
  const ages: unknown[] = []
  let running = 0
  let most = 0
  stores.audit.deleteOld = async (age) => {
    ages.push(age)
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return 0
  }
  retention.start()
  retention.start()
  await settled()
  expect(ages).toEqual([null, null])
  expect(most).toBe(1)
  await retention.close()
})

it('closed it deletes nothing more', async () => {
  const { retention, clock, kinds } = setUp()
  await retention.set(365)
  await settled()
  await retention.close()
  clock.advance(1000 * DAY)
  await settled()
  expect(kinds()).toContain('new')
})
