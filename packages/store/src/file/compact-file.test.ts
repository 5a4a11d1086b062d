import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GatehouseError } from '@gatehouse/domain'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { compareHistory, writeOldHistory } from '../migration-bench/format-5-history.ts'
import { compact, isWorthCompacting, fileSpaceOf } from './compact-file.ts'
import { openDatabase, type Database } from './database.ts'
import { passesIntegrityCheck } from './inspect-file.ts'
import { openStores } from '../open-stores.ts'
import { pendingUpdate } from './update-file.ts'

const history = { turns: 100, resultSize: 10_000 }
/** Fills this many rows of 4 KB, a page each, and empties all but the first 1000 of them. */
const ballast = (rows: number): string =>
  'CREATE TABLE ballast (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n ' +
  `WHERE i < ${rows}) INSERT INTO ballast SELECT randomblob(3500) FROM n; ` +
  'DELETE FROM ballast WHERE rowid > 1000'
let bundle: PackageBundle
/** A profile whose results were moved, with a file of 40 MB that is nearly empty. */
let made: string
let folder: string
let file: string

beforeAll(async () => {
  bundle = await bundlePackage(new URL('../migration-bench/main.ts', import.meta.url), ['libsql'])
  made = mkdtempSync(join(tmpdir(), 'gatehouse-empty-'))
  writeOldHistory(join(made, 'old.db'), history)
  const database = openDatabase(join(made, 'old.db'))
  database.execute(ballast(10_000))
  database.close()
  openStores({ file: join(made, 'old.db') }).close()
  rmSync(join(made, 'old.db.format-5'))
}, 120_000)
afterAll(() => {
  bundle.dispose()
  rmSync(made, { recursive: true, force: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-compact-'))
  file = join(folder, 'gatehouse.db')
  copyFileSync(join(made, 'old.db'), file)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function space(): { used: number; free: number } {
  const database = openDatabase(file)
  const found = fileSpaceOf(database)
  database.close()
  return found
}

/** With the files of `made`, which stay where they are. */
async function compareAll(): Promise<void> {
  symlinkSync(join(made, 'blobs'), join(folder, 'blobs'))
  const stores = openStores({ file })
  await compareHistory(stores, history)
  stores.close()
  rmSync(join(folder, 'blobs'))
}

it('a file that is mostly empty is to be updated, and is made as small as what it holds', async () => {
  const before = space()
  expect(before.free).toBeGreaterThan(2 * before.used)
  expect(pendingUpdate(file)).toMatchObject({
    bytes: before.used + before.free,
    copies: false,
    onlySpace: true,
  })
  const phases = new Set<string>()
  const onUpdate = ({ phase }: { phase: string }) => phases.add(phase)
  openStores({ file, compacts: true, onUpdate }).close()
  expect(phases).toContain('space')
  expect(space().free).toBe(0)
  expect(statSync(file).size).toBeLessThanOrEqual(before.used)
  expect(pendingUpdate(file)).toBeNull()
  // The temporary copy was here, and is gone.
  expect(readdirSync(folder).filter((name) => !name.startsWith('gatehouse.db'))).toEqual([])
  await compareAll()
  proves('record.update.space')
}, 60_000)

it('whoever opens it to use it leaves it as large as it is', () => {
  const before = space()
  openStores({ file }).close()
  expect(space()).toEqual(before)
})

it('a disk without room for the rewrite leaves it as large as it is', () => {
  const before = space()
  const freeBytes = () => 2 * before.used
  openStores({ file, compacts: true, freeBytes }).close()
  expect(space()).toEqual(before)
})

it('a file with little that is empty is left alone', () => {
  const database = openDatabase(file)
  database.execute(`DROP TABLE ballast; VACUUM; ${ballast(6000)}`)
  database.close()
  expect(space().free).toBeGreaterThan(10_000_000)
  expect(pendingUpdate(file)).toBeNull()
})

const plenty = (): number => 1e12
const WEEK_MS = 7 * 24 * 3600 * 1000

/** A file in which a rewrite fails: in a transaction SQLite makes none. */
function inTransaction(): Database {
  const database = openDatabase(file)
  database.execute('BEGIN')
  return database
}

it('a rewrite that fails, for whatever reason, leaves the file as it is, and rests after the second time', () => {
  const before = space()
  const database = inTransaction()
  expect(isWorthCompacting(database, plenty)).toBe(true)
  expect(compact(database)).toBe(false)
  expect(isWorthCompacting(database, plenty)).toBe(true)
  expect(compact(database)).toBe(false)
  expect(isWorthCompacting(database, plenty)).toBe(false)
  expect(isWorthCompacting(database, plenty, Date.now() + WEEK_MS + 60_000)).toBe(true)
  database.close()
  // No start is made longer by it, and nothing is lost.
  expect(pendingUpdate(file)).toBeNull()
  openStores({ file, compacts: true }).close()
  expect(space()).toEqual(before)
})

it('a rewrite that succeeds forgets those that failed', () => {
  const database = inTransaction()
  compact(database)
  database.close()
  expect(existsSync(`${file}.compacting`)).toBe(true)
  openStores({ file, compacts: true }).close()
  expect(space().free).toBe(0)
  expect(existsSync(`${file}.compacting`)).toBe(false)
})

it('only damage that a rewrite finds is passed on', () => {
  const database = openDatabase(file)
  const failing = (code: string): Database => ({
    ...database,
    execute() {
      throw new GatehouseError(code, 'It failed.')
    },
  })
  for (const code of ['store/disk-error', 'store/cannot-open', 'store/failed', 'store/disk-full'])
    expect(compact(failing(code))).toBe(false)
  expect(() => compact(failing('store/corrupt'))).toThrow('It failed.')
  database.close()
})

/** Rewrites it in a process of its own, which is killed so many milliseconds after it began to. */
async function rewriteAndKill(afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [bundle.file, 'update', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_PATH: fileURLToPath(new URL('../../node_modules', import.meta.url)),
    },
  })
  let printed = ''
  child.stdout.on('data', (text) => {
    if (printed === '' || !printed.includes('90')) {
      printed += String(text)
      if (printed.includes('90')) setTimeout(() => child.kill('SIGKILL'), afterMs)
    }
  })
  const [, signal] = (await once(child, 'exit')) as [unknown, unknown]
  return signal === 'SIGKILL'
}

it('a rewrite that is killed leaves all of it, and the next start makes it small', async () => {
  let kills = 0
  for (const afterMs of [0, 10, 20, 40, 80, 160]) {
    // A file of its own each time: a connection of this process may outlive its end for a moment.
    file = join(folder, `killed-after-${afterMs}.db`)
    copyFileSync(join(made, 'old.db'), file)
    if (await rewriteAndKill(afterMs)) kills += 1
    const database = openDatabase(file)
    expect(passesIntegrityCheck(database)).toBe(true)
    database.close()
    openStores({ file, compacts: true }).close()
    expect(space().free).toBe(0)
    await compareAll()
  }
  expect(kills).toBeGreaterThan(2)
}, 120_000)

it('a log that an ended rewrite left is not read by whoever asks whether there is something to do', () => {
  openStores({ file, compacts: true }).close()
  expect(pendingUpdate(file)).toBeNull()
  // As large as one, and none that SQLite would keep once it opened the file.
  copyFileSync(file, `${file}-wal`)
  truncateSync(`${file}-wal`, 40_000_000)
  expect(pendingUpdate(file)).toEqual({
    from: null,
    bytes: statSync(file).size,
    copies: false,
    onlySpace: false,
  })
  expect(statSync(`${file}-wal`).size).toBe(40_000_000)
})
