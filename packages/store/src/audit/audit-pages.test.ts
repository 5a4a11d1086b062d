import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditRecord } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAuditKey } from './audit-signatures.ts'
import { createAuditStore } from './audit-store.ts'
import { openDatabase } from '../file/database.ts'
import { openStores } from '../open-stores.ts'
import { createRowReader } from '../read-rows.ts'
import {
  sampleAuditRecord,
  sampleConversation,
  sampleTurn,
  sampleUserMessage,
} from '../sample-records.ts'

let folder: string
let file: string
let stores: ReturnType<typeof openStores>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'))
  file = join(folder, 'gatehouse.db')
  stores = openStores({ file })
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

/** In one transaction. */
function write(count: number, of: (n: number) => Partial<AuditRecord> = () => ({})): void {
  const database = openDatabase(file)
  const audit = createAuditStore(database, {
    read: createRowReader(() => undefined),
    key: createAuditKey(database),
  })
  database.transaction(() => {
    for (let n = 1; n <= count; n += 1)
      audit.append(sampleAuditRecord(`r${n}`, { at: n, entryId: `e${n}`, ...of(n) }))
  })
  database.close()
}

type Query = Partial<Parameters<typeof stores.audit.page>[0]>
const page = (query: Query = {}) =>
  stores.audit.page({ text: '', entries: new Set(), limit: 100, ...query })

/** Of all pages, and how many there were. */
async function all(query: Query): Promise<{ records: number[]; pages: number }> {
  const records: number[] = []
  let pages = 0
  let before = query.before
  for (;;) {
    const found = await page({ ...query, before })
    pages += 1
    records.push(...found.rows.map(({ record }) => record))
    if (found.next === null) return { records, pages }
    before = found.next
  }
}

it('pages follow each other without gaps or repeats, to the first record', async () => {
  write(450)
  const { records, pages } = await all({ limit: 100 })
  expect(pages).toBe(5)
  expect(records).toEqual(Array.from({ length: 450 }, (_, n) => 450 - n))
  expect(await page({ limit: 3 })).toMatchObject({ next: 448, first: 1, last: 450 })
})

it('words are found in either language, in capitals or not, and never in the names of fields', async () => {
  write(6, (n) => {
    const changes: Partial<AuditRecord>[] = [
      { subject: '写入 发布说明.md' },
      { tool: { name: 'write_file', title: 'Write File' } },
      { reason: 'Not on a Friday' },
      { fields: [{ name: 'city', value: '上海' }] },
      { serverName: 'Kalender "Büro"' },
      { sent: { to: 'model', sha256: 'x', characters: 3, excerpt: 'draft of the LETTER' } },
    ]
    return changes[n - 1] ?? {}
  })
  const found = async (text: string) => (await all({ text })).records
  expect(await found('发布')).toEqual([1])
  expect(await found('FILE write')).toEqual([2])
  expect(await found('friday')).toEqual([3])
  expect(await found('上海')).toEqual([4])
  expect(await found('"büro"')).toEqual([5])
  expect(await found('letter')).toEqual([6])
  expect(await found('serverHue')).toEqual([])
  expect(await found('read_file nothing')).toEqual([])
})

it('a group is of its kinds alone, with and without words', async () => {
  write(9, (n) => ({ kind: n % 3 === 0 ? 'sign-in' : n % 3 === 1 ? 'roots' : 'tool-call' }))
  expect((await all({ group: 'sign-ins' })).records).toEqual([9, 6, 3])
  expect((await all({ group: 'calls', text: 'files' })).records).toEqual([8, 5, 2])
  expect((await all({ group: 'servers' })).records).toEqual([])
})

it('calls are found by what is in their chat', async () => {
  write(3)
  stores.conversations.save(sampleConversation('c1'))
  stores.turns.saveTurn(sampleTurn('t1', 'c1'))
  stores.turns.saveEntry('t1', sampleUserMessage('e2', 'a needle in the arguments'))
  const entries = new Set(stores.search.entryIds('needle', 10))
  expect((await page({ text: 'needle', entries })).rows.map(({ record }) => record)).toEqual([2])
  expect(stores.turns.turnOf('c1', 'e2')).toBe('t1')
  expect(stores.turns.turnOf('c1', 'e3')).toBeNull()
  expect(stores.turns.turnOf('c2', 'e2')).toBeNull()
})

it('of a call that was under way the record of how it ended is given, and nothing of one that is not there', async () => {
  write(300, (n) => ({
    outcome: n === 5 ? 'under-way' : 'done',
    entryId: n === 5 || n === 290 ? 'call' : `e${n}`,
  }))
  expect((await stores.audit.get('r5'))?.id).toBe('r290')
  expect((await stores.audit.get('r6'))?.id).toBe('r6')
  expect(await stores.audit.get('r999')).toBeNull()
  const { rows } = await page({ before: 6, limit: 1 })
  expect(rows).toMatchObject([{ id: 'r5', of: 'call' }])
})

it('in 100,000 records a word that is in one is found in stretches, and main stays responsive meanwhile', async () => {
  write(100_000, (n) => (n === 7 ? { subject: 'the needle' } : {}))
  // What was written beside this connection is taken in by its first look.
  await page()
  // Processor time: others who keep the machine busy are no part of it.
  let longest = 0
  let before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.cpuUsage()
  }, 1)
  const { records, pages } = await all({ text: 'needle' })
  const latest = await page()
  clearInterval(watch)
  expect(records).toEqual([7])
  expect(pages).toBe(21)
  expect(latest.rows).toHaveLength(100)
  expect(longest).toBeLessThan(100)
}, 120_000)
