import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAuditKey } from './audit-signatures.ts'
import { createAuditStore } from './audit-store.ts'
import { openDatabase } from '../file/database.ts'
import { openStores } from '../open-stores.ts'
import { createRowReader } from '../read-rows.ts'
import { sampleAuditRecord } from '../sample-records.ts'

let bundle: PackageBundle
let folder: string
let file: string
let stores: ReturnType<typeof openStores>

beforeAll(async () => {
  bundle = await bundlePackage(new URL('../index.ts', import.meta.url), ['libsql'])
}, 60_000)
afterAll(() => bundle.dispose())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-cut-'))
  file = join(folder, 'gatehouse.db')
  stores = openStores({ file })
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As another program with the file would; returns the rows of a query. */
function tamper(sql: string): unknown[][] {
  const other = openDatabase(file)
  try {
    const isQuestion = sql.startsWith('SELECT')
    if (!isQuestion) other.execute(sql)
    return isQuestion ? other.prepare(sql).rows() : []
  } finally {
    other.close()
  }
}

const run = promisify(execFile)
const command = join(import.meta.dirname, '../../../tooling/bin/audit-verify.mjs')

/** Returns the output of `pnpm audit:verify` for an export of now; it ends with `1` if something is wrong. */
async function verified(): Promise<string> {
  const written = join(folder, 'activity.jsonl')
  const lines: string[] = []
  for await (const line of stores.audit.lines()) lines.push(line)
  writeFileSync(written, `${lines.join('\n')}\n`)
  const { stdout } = await run(process.execPath, [command, written]).catch((error: unknown) => ({
    stdout: `1 ${error instanceof Error && 'stdout' in error ? String(error.stdout) : ''}`,
  }))
  return stdout
}

const WHOLE = /each linked to the one before it/

const seqs = () => tamper('SELECT seq FROM audit ORDER BY seq').map(([seq]) => Number(seq))

/** Cuts what is older; `turns`: after so many turns of the event loop it is ended. */
async function cut(before: number, { now = before + 1, turns = Infinity } = {}): Promise<number> {
  const ended = new AbortController()
  const work = stores.audit.deleteOld(
    { before, now },
    {
      record: (id, what) =>
        sampleAuditRecord(id, { kind: 'record-cut', cut: what, at: now, entryId: null }),
      signal: ended.signal,
    },
  )
  if (turns === Infinity) return work
  for (let turn = 0; turn < turns; turn += 1)
    await new Promise((resolve) => void setImmediate(resolve))
  ended.abort()
  return work
}

let added = 0
/** One record for each of these times, in one transaction: thousands of their own take minutes. */
function addAt(times: readonly number[]): void {
  const database = openDatabase(file)
  const audit = createAuditStore(database, {
    read: createRowReader(() => undefined),
    key: createAuditKey(database),
  })
  database.transaction(() => {
    for (const at of times) audit.append(sampleAuditRecord(`r${(added += 1)}`, { at }))
  })
  database.close()
}

const add = (from: number, through: number): void =>
  addAt(Array.from({ length: through - from + 1 }, (_, index) => from + index))

/** The same numbers each time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Writes and cuts, so many times in all; gives what was found wrong on the way, and when it ended. */
async function actAtRandom(actions: number, random: (below: number) => number) {
  const found: unknown[] = []
  let time = 1000
  let cuts = 0
  let times: number[] = []
  for (let action = 0; action < actions; action += 1) {
    time += random(3)
    times.push(time)
    if (random(200) > 0) continue
    addAt(times)
    times = []
    cuts += 1
    const turns = random(2) === 0 ? Infinity : random(4)
    await cut(time - random(300), { now: time, turns })
    if (cuts % 10 === 0) found.push((await stores.audit.check()).fault)
  }
  addAt(times)
  add(time, time + 50)
  return { found, cuts }
}

/** One byte of a row that is another one, or the row away; and how it was. */
function damage(seq: number, place: number) {
  const [row] = tamper(`SELECT json, hash, id FROM audit WHERE seq = ${seq}`)
  const [json = '', hash = '', id = ''] = (row ?? []).map(String)
  const at = place % json.length
  const flipped = `${json.slice(0, at)}${json[at] === '1' ? '2' : '1'}${json.slice(at + 1)}`
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const values = [id, json, hash].map(quoted).join(', ')
  return {
    flip: () => tamper(`UPDATE audit SET json = ${quoted(flipped)} WHERE seq = ${seq}`),
    remove: () => tamper(`DELETE FROM audit WHERE seq = ${seq}`),
    undo: () => tamper(`INSERT INTO audit (seq, id, json, hash) VALUES (${seq}, ${values})`),
  }
}

/**
 * @threat record.deleted-as-old
 * @attacker file
 * @tries To delete entries, or hide that one was changed, behind the deleting of old entries that the person allowed.
 * @stoppedBy Each cut is an entry that names what it deleted and the hashes on both sides; more, or less, is a fault. A
 * fault found in deleted entries stays reported.
 */
it('holds after 10,000 random actions with cuts in between, and one flipped byte or one removed record is found', async () => {
  const random = randomNumbers(7)
  const { found, cuts } = await actAtRandom(10_000, random)
  expect(cuts).toBeGreaterThan(20)
  expect(found.length).toBeGreaterThan(1)
  expect(found.filter((fault) => fault !== null)).toEqual([])
  const whole = await stores.audit.check()
  expect(whole).toMatchObject({ unchained: 0, fault: null })
  expect(whole.deleted).toBeGreaterThan(1000)
  const report = await verified()
  expect(report).toContain(`Entries up to number ${whole.deleted} were deleted as old`)
  expect(report).toContain(whole.head)
  for (let round = 0; round < 12; round += 1) {
    const left = seqs()
    const { flip, remove, undo } = damage(left[random(left.length - 1)] ?? 0, random(10_000))
    flip()
    expect((await stores.audit.check()).fault).not.toBeNull()
    remove()
    expect((await stores.audit.check()).fault).not.toBeNull()
    undo()
    expect((await stores.audit.check()).fault).toBeNull()
  }
  const seq = seqs()[100] ?? 0
  const { flip, remove } = damage(seq, 20)
  flip()
  expect(await verified()).toContain(`entry ${seq} was changed`)
  remove()
  expect(await verified()).toContain(`entry ${seq} is missing`)
}, 120_000)

/** @threat record.deleted-as-old */
it('deletes what is older and nothing else, says so in the record, and finds a cut that nobody made', async () => {
  add(1, 500)
  expect(await stores.audit.countOld({ before: 301, now: 500 })).toBe(300)
  expect(await cut(301, { now: 500 })).toBe(300)
  expect(seqs()).toHaveLength(201)
  expect(await stores.audit.check()).toMatchObject({ records: 201, deleted: 300, fault: null })
  expect(stores.audit.list(1)[0]).toMatchObject({
    kind: 'record-cut',
    cut: { first: 1, through: 300, previous: '', records: 300, before: 301, fault: null },
  })
  expect(await cut(301, { now: 500 })).toBe(0)
  tamper('DELETE FROM audit WHERE seq <= 310')
  expect((await stores.audit.check()).fault).toEqual({ kind: 'missing', record: 311, at: 311 })
  expect(await verified()).toMatch(/^1 .*Line 1: it does not follow the entry before it/s)
})

/** @threat record.deleted-as-old */
it('finds a cut that claims less or more than it deleted, and one that was taken out', async () => {
  add(1, 40)
  await cut(21, { now: 40 })
  tamper(`UPDATE audit SET json = replace(json, '"through":20', '"through":19') WHERE seq = 41`)
  expect((await stores.audit.check()).fault).not.toBeNull()
  tamper(`UPDATE audit SET json = replace(json, '"through":19', '"through":20') WHERE seq = 41`)
  expect((await stores.audit.check()).fault).toBeNull()
  tamper(`UPDATE audit SET id = 'other' WHERE seq = 41`)
  expect((await stores.audit.check()).fault).toMatchObject({ kind: 'missing', record: 21 })
  tamper('DELETE FROM audit WHERE seq = 41')
  expect((await stores.audit.check()).fault).toMatchObject({ kind: 'missing', record: 21 })
  expect(await verified()).toMatch(/^1 /)
})

/** @threat record.deleted-as-old */
it('what was changed or missing before it was deleted stays known, also after the next cut', async () => {
  add(1, 60)
  tamper(`UPDATE audit SET json = replace(json, '"at":7', '"at":6') WHERE seq = 7`)
  await cut(21, { now: 60 })
  const known = { kind: 'deleted', record: 7, at: 6 }
  expect((await stores.audit.check()).fault).toEqual(known)
  add(61, 70)
  await cut(41, { now: 70 })
  expect((await stores.audit.check()).fault).toEqual(known)
  expect(await verified()).toContain('Entry 7, or one before it, was changed or missing')
})

it('ended in the middle it leaves a record in which a change is found in what was to be deleted too', async () => {
  add(1, 900)
  expect(await cut(801, { now: 900, turns: 12 })).toBeLessThan(800)
  const left = seqs()
  expect(left[0]).toBe(1)
  expect(left.length).toBeLessThan(901)
  expect(left.length).toBeGreaterThan(101)
  expect((await stores.audit.check()).fault).toBeNull()
  expect(await verified()).toMatch(WHOLE)
  tamper(`UPDATE audit SET json = replace(json, '"at":2,', '"at":3,') WHERE seq = 2`)
  expect((await stores.audit.check()).fault).toEqual({ kind: 'changed', record: 2, at: 3 })
  tamper(`UPDATE audit SET json = replace(json, '"at":3,', '"at":2,') WHERE seq = 2`)
  tamper('DELETE FROM audit WHERE seq = 2')
  expect((await stores.audit.check()).fault).toMatchObject({ kind: 'missing', record: 3 })
  // The next one deletes what is left, and says nothing new.
  await cut(801, { now: 900 })
  expect(seqs()).toHaveLength(101)
  expect((await stores.audit.check()).fault).toBeNull()
})

it('ended in the middle it is completed without an age, and begins nothing anew', async () => {
  add(1, 900)
  expect(await cut(801, { now: 900, turns: 12 })).toBeLessThan(800)
  const signal = new AbortController().signal
  const record = () => sampleAuditRecord('another')
  expect(await stores.audit.deleteOld(null, { record, signal })).toBeGreaterThan(0)
  expect(seqs()).toHaveLength(101)
  expect(await stores.audit.deleteOld(null, { record, signal })).toBe(0)
  expect((await stores.audit.check()).fault).toBeNull()
})

it('is not made where nothing is to be deleted any more', async () => {
  add(1, 50)
  const { signal } = new AbortController()
  expect(
    await stores.audit.deleteOld({ before: 41, now: 50 }, { record: () => null, signal }),
  ).toBe(0)
  expect(seqs()).toHaveLength(50)
})

it('a clock that was wrong neither keeps old records nor deletes new ones', async () => {
  add(1, 10)
  stores.audit.append(sampleAuditRecord('future', { at: 9_000_000 }))
  add(11, 20)
  stores.audit.append(sampleAuditRecord('past', { at: 0 }))
  expect(await cut(16, { now: 20 })).toBe(16)
  expect(seqs()[0]).toBe(17)
  expect(stores.audit.list(100).map(({ id }) => id)).toContain('past')
  expect((await stores.audit.check()).fault).toBeNull()
})

it('is not made for the sake of earlier cuts alone', async () => {
  add(1, 5)
  await cut(6, { now: 10 })
  expect(seqs()).toEqual([6])
  expect(await cut(1000, { now: 1001 })).toBe(0)
  expect(seqs()).toEqual([6])
})

it('an export that is being written has all of the record, and a cut waits for it', async () => {
  add(1, 400)
  const lines: string[] = []
  let cutting: Promise<number> | undefined
  for await (const line of stores.audit.lines()) {
    lines.push(line)
    cutting ??= cut(301, { now: 400 })
  }
  expect(await cutting).toBe(300)
  expect(lines).toHaveLength(401)
  expect(await verified()).toMatch(WHOLE)
})

/** Cuts all but the last ten records, and says so once it has begun to delete. */
const cutter = `
  const { openStores } = require(process.env.BUNDLE)
  const stores = openStores({ file: process.env.FILE })
  const base = JSON.parse(process.env.RECORD)
  const record = (id, cut) => {
    setTimeout(() => require('node:fs').writeSync(1, 'cutting'), Number(process.env.AFTER))
    return { ...base, id, kind: 'record-cut', cut }
  }
  const signal = new AbortController().signal
  stores.audit.deleteOld({ before: 4991, now: 5000 }, { record, signal })
`

it('killed at any moment it leaves a record that holds, and the next cut ends it', async () => {
  add(1, 5000)
  const lengths = new Set<number>()
  for (const after of [0, 5, 20, 60]) {
    stores.close()
    const child = spawn(process.execPath, ['-e', cutter], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...bundle.env,
        BUNDLE: bundle.file,
        FILE: file,
        AFTER: String(after),
        RECORD: JSON.stringify(sampleAuditRecord('x', { at: 5000, entryId: null })),
      },
    })
    child.stdout.on('data', () => child.kill('SIGKILL'))
    await once(child, 'close')
    stores = openStores({ file })
    lengths.add(seqs().length)
    expect((await stores.audit.check()).fault).toBeNull()
    expect(await verified()).toMatch(WHOLE)
  }
  expect(Math.max(...lengths)).toBeGreaterThan(11)
  await cut(4991, { now: 5000 })
  expect(seqs().filter((seq) => seq <= 5000)).toHaveLength(10)
  expect((await stores.audit.check()).fault).toBeNull()
}, 120_000)
