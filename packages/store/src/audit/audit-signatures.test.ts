import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditCheck, AuditKey } from '@gatehouse/domain/audit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../file/database.ts'
import { openStores } from '../open-stores.ts'
import { sampleAuditRecord } from '../sample-records.ts'

const DAY = 24 * 60 * 60 * 1000

let folder: string
let file: string
let stores: ReturnType<typeof openStores>
let key: AuditKey

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-signed-'))
  file = join(folder, 'gatehouse.db')
  stores = openStores({ file })
  append('a', 'b')
  key = stores.auditKey.create()
  stores.auditKey.use(key)
  append('c', 'd', 'e')
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

function append(...ids: string[]): void {
  for (const id of ids) stores.audit.append(sampleAuditRecord(id, { at: Date.now() }))
}

/** The keychain gets the present end of the record. */
function anchor(): void {
  key = { ...key, anchor: stores.auditKey.head() }
  stores.auditKey.use(key)
}

/** A run in which the keychain was not read. */
function restart({ isClosed = false } = {}): void {
  if (!isClosed) stores.close()
  stores = openStores({ file })
}

/** As a program with the file, but without the keychain: `change` edits, then every hash is computed again. */
function rewrite(change: string): void {
  const other = openDatabase(file)
  other.execute(change)
  let previous = ''
  for (const [seq, json] of other.prepare('SELECT seq, json FROM audit ORDER BY seq').rows()) {
    previous = createHash('sha256')
      .update(`${previous}\n${String(json)}`)
      .digest('hex')
    other.prepare('UPDATE audit SET hash = ? WHERE seq = ?').run(previous, Number(seq))
  }
  other.close()
}

const EDIT = (id: string) =>
  `UPDATE audit SET json = replace(json, '"allow-once"', '"allow-always"') WHERE id = '${id}'`

async function faultOf(): Promise<AuditCheck['fault']> {
  return (await stores.audit.check()).fault
}

it('signs what is appended with the key, and says what that proves', async () => {
  expect(await stores.audit.check()).toMatchObject({
    records: 5,
    signatures: { key: 'used', signed: 3, through: 5, anchored: 2, earlier: 0 },
    fault: null,
  })
  restart()
  append('f')
  expect(await stores.audit.check()).toMatchObject({
    records: 6,
    signatures: { key: 'closed', signed: 3, through: 0, anchored: 0 },
    fault: null,
  })
  stores.auditKey.use(key)
  expect((await stores.audit.check()).signatures).toMatchObject({ through: 5, anchored: 2 })
  append('g')
  expect((await stores.audit.check()).signatures).toMatchObject({ signed: 4, through: 7 })
})

describe('finds a rewriter without the key', () => {
  /**
   * @threat record.rewritten-with-hashes
   * @attacker file
   * @tries To rewrite the record with right hashes: change a decision, cut the end off, put back an older copy, an
   * empty file or the data of another profile.
   * @stoppedBy Records are signed with a key that only the keychain holds, beside the place where the record last
   * ended. The record never opens the keychain itself, and is written without a signature while it is locked.
   * @remains a program that can read the keychain can rewrite all. Without it, what comes after the anchor can be cut
   * off or changed, and what has no signature until the next signed record. The result of a check says so
   */
  it('who changed a signed record and computed the hashes again', async () => {
    rewrite(EDIT('d'))
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 4 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who changed a record that was written without a key before a signed one', async () => {
    restart()
    append('f')
    stores.auditKey.use(key)
    append('g')
    rewrite(EDIT('f'))
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 7 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who changed a record from before the key was made', async () => {
    rewrite(`${EDIT('a')}; UPDATE audit SET mac = NULL`)
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 2 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who took away the signatures up to the anchor to change a record', async () => {
    anchor()
    rewrite(`${EDIT('c')}; UPDATE audit SET mac = NULL`)
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 5 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who cut the end off in front of the anchor, the counter of the table too', async () => {
    anchor()
    rewrite(`DELETE FROM audit WHERE seq > 3; UPDATE sqlite_sequence SET seq = 3`)
    expect(await faultOf()).toMatchObject({ kind: 'missing-end', record: 3 })
    append('x', 'y')
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 5 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who put an empty file in its place', async () => {
    stores.close()
    rmSync(file)
    stores = openStores({ file })
    stores.auditKey.use(key)
    expect(stores.auditKey.holds(key.anchor)).toBe(false)
    expect(await faultOf()).toMatchObject({ kind: 'missing-end', record: 0 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who put an older copy back, also once new records follow it', async () => {
    stores.close()
    const copy = readFileSync(file)
    stores = openStores({ file })
    stores.auditKey.use(key)
    append('f')
    anchor()
    stores.close()
    writeFileSync(file, copy)
    restart({ isClosed: true })
    stores.auditKey.use(key)
    expect(await faultOf()).toMatchObject({ kind: 'missing-end', record: 5 })
    append('g', 'h')
    expect(stores.auditKey.holds(key.anchor)).toBe(false)
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 6 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who put the file of another profile in its place, with a key of its own', async () => {
    const other = join(folder, 'other.db')
    const others = openStores({ file: other })
    others.audit.append(sampleAuditRecord('o', { at: Date.now() }))
    others.auditKey.use(others.auditKey.create())
    for (const id of ['p', 'q', 'r', 's'])
      others.audit.append(sampleAuditRecord(id, { at: Date.now() }))
    others.close()
    stores.close()
    copyFileSync(other, file)
    restart({ isClosed: true })
    stores.auditKey.use(key)
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 3 })
  })

  /** @threat record.rewritten-with-hashes */
  it('who claims that young records were deleted as old', async () => {
    anchor()
    const deletion = { first: 1, through: 5, previous: '', head: key.anchor.hash, records: 5 }
    const cut = { ...deletion, before: Date.now(), fault: null }
    const id = `cut-${'5'.padStart(16, '0')}`
    restart()
    stores.audit.append(sampleAuditRecord(id, { kind: 'record-cut', cut, entryId: null }))
    const other = openDatabase(file)
    other.execute('DELETE FROM audit WHERE seq <= 5')
    other.close()
    expect(await faultOf()).toBe(null)
    stores.auditKey.use(key)
    expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 2 })
  })
})

it('does not find a change behind the anchor once its signature is gone, and claims nothing of it', async () => {
  rewrite(`${EDIT('d')}; UPDATE audit SET mac = NULL WHERE seq > 3`)
  expect(await stores.audit.check()).toMatchObject({
    signatures: { key: 'used', signed: 1, through: 3, anchored: 2 },
    fault: null,
  })
})

it('finds a key that was swapped, and says that one is missing or that an earlier one was', async () => {
  stores.auditKey.use({ ...key, secret: 'f'.repeat(64) })
  expect(await faultOf()).toMatchObject({ kind: 'rewritten', record: 3 })
  stores.auditKey.use(null)
  expect(await stores.audit.check()).toMatchObject({
    signatures: { key: 'missing', signed: 3, through: 0 },
    fault: null,
  })
  append('f')
  stores.auditKey.use(stores.auditKey.create())
  append('g')
  expect(await stores.audit.check()).toMatchObject({
    signatures: { key: 'used', signed: 4, through: 7, earlier: 3 },
    fault: null,
  })
})

it('does not find a shorter record whose end was behind the anchor, and claims nothing of it', async () => {
  rewrite(`DELETE FROM audit WHERE seq > 3; UPDATE sqlite_sequence SET seq = 3`)
  expect(await stores.audit.check()).toMatchObject({
    records: 3,
    signatures: { through: 3, anchored: 2 },
    fault: null,
  })
})

it('an anchor behind the end is no fault: the app ended before it moved', async () => {
  restart()
  stores.auditKey.use(key)
  append('f')
  expect(stores.auditKey.holds(key.anchor)).toBe(true)
  expect(await stores.audit.check()).toMatchObject({ signatures: { through: 6 }, fault: null })
})

it('has no key to miss before one was made', async () => {
  rewrite('UPDATE audit SET mac = NULL')
  stores.auditKey.use(null)
  expect((await stores.audit.check()).signatures).toMatchObject({ key: 'none', signed: 0 })
})

/** Deletes what is older than 30 days. */
const deleteOld = () =>
  stores.audit.deleteOld(
    { before: Date.now() - 30 * DAY, now: Date.now() },
    {
      record: (id, cut) => sampleAuditRecord(id, { kind: 'record-cut', cut, at: Date.now() }),
      signal: new AbortController().signal,
    },
  )

it('keeps the fault of a rewritten record that is deleted as old, and lets old anchors go', async () => {
  const old = Date.now() - 40 * DAY
  key = {
    ...key,
    begins: { ...key.begins, at: old },
    anchor: { ...stores.auditKey.head(), at: old },
  }
  stores.auditKey.use(key)
  rewrite(`UPDATE audit SET json = json_set(json, '$.at', ${old}) WHERE seq <= 5`)
  await deleteOld()
  expect(stores.auditKey.holds(key.anchor)).toBe(true)
  expect(await faultOf()).toMatchObject({ kind: 'deleted', record: 3 })
})

it('records that are deleted as old, with the begin of the key and the anchor, are no fault', async () => {
  stores.close()
  rmSync(file)
  stores = openStores({ file })
  const old = Date.now() - 40 * DAY
  const appendAt = (id: string, at: number) => stores.audit.append(sampleAuditRecord(id, { at }))
  appendAt('a', old)
  // Written while the clock was wrong.
  appendAt('b', Date.now() + 400 * DAY)
  key = stores.auditKey.create()
  stores.auditKey.use(key)
  appendAt('c', old)
  anchor()
  appendAt('d', Date.now())
  expect(await deleteOld()).toBe(3)
  expect(await stores.audit.check()).toMatchObject({
    deleted: 3,
    signatures: { key: 'used', signed: 2, through: 5 },
    fault: null,
  })
  expect(stores.auditKey.holds(key.anchor)).toBe(true)
})
