import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings } from '@gatehouse/domain'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { formatFifteenRows } from './fixtures/format-15.fixture.ts'
import { formatOneRows } from './fixtures/format-1.fixture.ts'
import { formatFiveRows } from './fixtures/format-5.fixture.ts'
import { formatNineRows } from './fixtures/format-9.fixture.ts'
import { formatElevenRows } from './fixtures/format-11.fixture.ts'
import { openStores, type StoreProblem } from './index.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { sampleConversation, sampleTurn, sampleUserMessage, shownTurns } from './sample-records.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-open-'))
  file = join(folder, 'gatehouse.db')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const latest = Math.max(...migrations.map(({ version }) => version))
const noon = (): number => Date.UTC(2026, 10, 21, 12)
const movedTo = (): string => `${file}.corrupt-20261121T120000.000Z`

it('reads every record that format 1 wrote, whatever became of the schemas since', () => {
  const old = new Libsql(file)
  for (const { version, sql } of migrations.filter((step) => step.version === 1)) {
    old.exec(`${sql}; PRAGMA user_version = ${version};`)
  }
  old.exec(formatOneRows)
  old.close()
  const problems: StoreProblem[] = []
  const stores = openStores({ file, report: (problem) => problems.push(problem) })
  expect(stores.servers.list()[0]?.transport).toMatchObject({ command: 'npx' })
  expect(stores.servers.cachedTools('s1')).toHaveLength(1)
  expect(stores.providers.list()[0]?.hasKey).toBe(true)
  expect(stores.conversations.list()[0]?.draft).toBe('unsent')
  expect(stores.turns.running()[0]?.entries.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3'])
  expect(stores.grants.find('c1', 's1', 'read_file')[0]?.id).toBe('g1')
  expect(stores.audit.list(9)).toHaveLength(1)
  expect(stores.settings.load().theme).toBe('dark')
  expect(problems).toEqual([])
  stores.close()
})

/** @threat launch.inherited-grant */
it('a grant that an earlier format wrote names no server, so it allows nothing', () => {
  const old = new Libsql(file)
  for (const { version, sql } of migrations.filter((step) => step.version <= 5))
    old.exec(`${sql}; PRAGMA user_version = ${version};`)
  old.exec(formatOneRows + formatFiveRows)
  old.close()
  const problems: StoreProblem[] = []
  const stores = openStores({ file, report: (problem) => problems.push(problem) })
  expect(stores.grants.find('c1', 's1', 'read_file')[0]).toMatchObject({ id: 'g1', identity: '' })
  expect(stores.servers.list().map(({ id, pin }) => [id, pin])).toEqual([
    ['s1', undefined],
    ['s2', undefined],
  ])
  expect(stores.servers.negotiatedProtocol('s1')?.era).toBe('legacy')
  expect(stores.workspaces.askedAs('s1')).toBe('')
  expect(problems).toEqual([])
  stores.close()
})

it.each(['turns', 'grants', 'tasks', 'audit', 'conversations', 'entries', 'servers'])(
  'an unreadable row of %s keeps no earlier format from being brought to the latest',
  (table) => {
    const old = new Libsql(file)
    for (const { version, sql } of migrations.filter((step) => step.version <= 9))
      old.exec(`${sql}; PRAGMA user_version = ${version};`)
    old.exec(formatOneRows + formatFiveRows + formatNineRows)
    old.exec(`UPDATE ${table} SET json = '{"id":' WHERE rowid = (SELECT min(rowid) FROM ${table})`)
    old.close()
    const problems: StoreProblem[] = []
    const stores = openStores({ file, report: (problem) => problems.push(problem) })
    expect(stores.notice).toBeNull()
    expect(stores.conversations.list().length).toBeGreaterThan(0)
    stores.close()
  },
)

it('what was tried again in format 9 is a version beside the try that came after it', () => {
  const old = new Libsql(file)
  for (const { version, sql } of migrations.filter((step) => step.version <= 9))
    old.exec(`${sql}; PRAGMA user_version = ${version};`)
  old.exec(formatNineRows)
  old.close()
  const problems: StoreProblem[] = []
  const stores = openStores({ file, report: (problem) => problems.push(problem) })
  const shown = (chat: string) => shownTurns(stores, chat).map(({ id }) => id)
  expect([shown('tried'), shown('plain'), shown('cut'), shown('empty')]).toEqual([
    ['a1', 'a4', 'a5'],
    ['p1', 'p2'],
    // The app ended between the mark and the try that was to come.
    ['c1', 'c2'],
    [],
  ])
  expect(['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => stores.turns.versions(id))).toEqual([
    null,
    { position: 1, count: 3, previousId: null, nextId: 'a3' },
    { position: 2, count: 3, previousId: 'a2', nextId: 'a4' },
    { position: 3, count: 3, previousId: 'a3', nextId: null },
    null,
  ])
  for (const id of ['a1', 'a2', 'a3', 'a4', 'a5', 'p1', 'c2'])
    expect(stores.turns.get(id)?.entries.map((entry) => entry.id)).toEqual([`u-${id}`, `m-${id}`])
  expect(stores.turns.get('p2')?.entries[1]).toMatchObject({ text: 'Hi from p2. And more.' })
  expect(stores.turns.get('a3')).toMatchObject({ parentId: 'a1', depth: 1, status: 'interrupted' })
  stores.turns.show('a2')
  expect(shown('tried')).toEqual(['a1', 'a2'])
  stores.turns.show('a4')
  expect(shown('tried')).toEqual(['a1', 'a4', 'a5'])
  expect(stores.turns.size('a1')).toBeGreaterThan(200)
  expect(problems).toEqual([])
  stores.close()
})

it('what format 11 recorded without saying who decided is read as it was, and asks can be kept', () => {
  const old = new Libsql(file)
  for (const { version, sql } of migrations.filter((step) => step.version <= 11))
    old.exec(`${sql}; PRAGMA user_version = ${version};`)
  old.exec(formatElevenRows)
  old.close()
  const problems: StoreProblem[] = []
  const stores = openStores({ file, report: (problem) => problems.push(problem) })
  const records = stores.audit.list(9)
  expect(records.map(({ id, decision, edited }) => [id, decision, edited])).toEqual([
    ['r3', 'withdrawn', false],
    ['r2', 'send', true],
    ['r1', 'granted', false],
  ])
  for (const record of records) {
    expect(record).not.toHaveProperty('by')
    expect(record).not.toHaveProperty('serverIdentity')
  }
  expect(stores.asks.pending()).toEqual([])
  expect(problems).toEqual([])
  stores.close()
})

it.each(migrations.map(({ version }) => version).filter((version) => version < latest))(
  'keeps what format %i wrote, and can use what came after it',
  (format) => {
    const old = new Libsql(file)
    for (const { version, sql } of migrations.filter((step) => step.version <= format))
      old.exec(`${sql}; PRAGMA user_version = ${version};`)
    old.exec(format < 15 ? formatOneRows : formatFifteenRows)
    old.close()
    const problems: StoreProblem[] = []
    const stores = openStores({ file, report: (problem) => problems.push(problem) })
    expect(stores.servers.list().map(({ id }) => id)).toContain('s1')
    expect(stores.turns.running()).toHaveLength(1)
    stores.workspaces.save({ id: 'w1', name: 'w', folders: [], createdAt: 1 })
    stores.workspaces.markAsked('s1', 'i1')
    stores.servers.cacheList('s1', 'prompts', [])
    const negotiated = {
      key: 'k',
      era: 'legacy' as const,
      protocolVersion: '1',
      transport: 'stdio',
    }
    stores.servers.saveNegotiatedProtocol('s1', negotiated)
    stores.close()
    const again = openStores({ file, report: (problem) => problems.push(problem) })
    expect(again.workspaces.list()).toHaveLength(1)
    expect(again.workspaces.askedAs('s1')).toBe('i1')
    expect(again.servers.cachedLists('s1').prompts).toEqual([])
    expect(again.servers.negotiatedProtocol('s1')).toEqual(negotiated)
    expect(again.tasks.list()).toEqual([])
    expect(problems).toEqual([])
    expect(existsSync(`${file}.format-${format}`)).toBe(true)
    again.close()
  },
)

it('does not touch a file that a newer version wrote, and says what to do', () => {
  openStores({ file }).close()
  const newer = new Libsql(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  const before = readFileSync(file)
  expect(() => openStores({ file })).toThrow(
    expect.objectContaining({
      code: 'store/newer-version',
      message: expect.stringMatching(/newer Gatehouse \(format 99.*Install the newer version/),
      data: { file, found: 99, known: latest },
    }),
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([])
})

it('does not fail to start, nor throw away, a file that is not a database', () => {
  writeFileSync(file, 'not a database'.repeat(1000))
  const stores = openStores({ file, now: noon })
  expect(stores.notice).toEqual({
    code: 'set-aside',
    movedTo: movedTo(),
    message: expect.stringContaining(movedTo()),
  })
  stores.settings.save({ ...defaultSettings, theme: 'dark' })
  stores.close()
  expect(readFileSync(movedTo(), 'utf8')).toContain('not a database')
  const again = openStores({ file })
  expect(again.notice).toBeNull()
  expect(again.settings.load().theme).toBe('dark')
  again.close()
})

it('does not work on with a database whose pages are damaged', () => {
  fillAndClose()
  const bytes = readFileSync(file)
  // All but the first page, so that the header and the format still look right.
  bytes.fill(0x5a, 8192, bytes.length - 4096)
  writeFileSync(file, bytes)
  const stores = openStores({ file, now: noon })
  expect(stores.notice?.movedTo).toBe(movedTo())
  expect(stores.conversations.list()).toEqual([])
  stores.close()
  expect(readFileSync(movedTo()).equals(bytes)).toBe(true)
})

it('does not take a database cut off in the middle for a whole one', () => {
  fillAndClose()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096))
  const stores = openStores({ file, now: noon })
  expect(stores.notice?.movedTo).toBe(movedTo())
  stores.close()
})

/** @threat confinement.readable-files */
it('the mark of damage is not written through a link', () => {
  fillAndClose(5000)
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'untouched')
  const stores = openStores({ file, now: noon })
  symlinkSync(victim, `${file}.suspect`)
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4096)
  writeFileSync(file, bytes)
  expect(() => {
    for (let n = 0; n < 50; n += 1) stores.turns.saveEntry('t1', sampleUserMessage(`x${n}`, 'x'))
  }).toThrow(expect.objectContaining({ code: 'store/corrupt' }))
  stores.close()
  expect(readFileSync(victim, 'utf8')).toBe('untouched')
  expect(lstatSync(`${file}.suspect`).isSymbolicLink()).toBe(false)
})

it('says in words what to do about damage met while running, and repairs it at the next start', () => {
  // Larger than SQLite's page cache, which would hide the damage.
  fillAndClose(5000)
  const stores = openStores({ file, now: noon })
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4096)
  writeFileSync(file, bytes)
  expect(() => {
    shownTurns(stores, 'c1')
    for (let n = 0; n < 50; n += 1) stores.turns.saveEntry('t1', sampleUserMessage(`x${n}`, 'x'))
  }).toThrow(
    expect.objectContaining({
      code: 'store/corrupt',
      message: expect.stringContaining('Quit Gatehouse and start it again'),
    }),
  )
  expect(existsSync(`${file}.suspect`)).toBe(true)
  stores.close()
  const next = openStores({ file, now: noon })
  expect(next.notice?.movedTo).toBe(movedTo())
  expect(existsSync(`${file}.suspect`)).toBe(false)
  next.close()
})

it('does not let other users of the machine read the chats', () => {
  fillAndClose()
  const stores = openStores({ file })
  stores.settings.save(defaultSettings)
  for (const name of ['', '-wal', '-shm']) {
    expect((statSync(`${file}${name}`).mode & 0o777).toString(8)).toBe('600')
  }
  stores.close()
})

it('says in words that the place cannot be written instead of throwing a system error', () => {
  const blocked = join(folder, 'a-file')
  writeFileSync(blocked, '')
  expect(() => openStores({ file: join(blocked, 'gatehouse.db') })).toThrow(
    expect.objectContaining({ code: 'store/cannot-open', name: 'GatehouseError' }),
  )
  mkdirSync(join(folder, 'dir.db'))
  expect(() => openStores({ file: join(folder, 'dir.db') })).toThrow(
    expect.objectContaining({ code: 'store/cannot-open' }),
  )
})

const next = {
  version: latest + 1,
  sql: `ALTER TABLE servers ADD COLUMN note TEXT NOT NULL DEFAULT 'n'`,
}

it('does not migrate a file without a copy of what it was', () => {
  fillAndClose()
  const database = openDatabase(file)
  migrate(database, [...migrations, next])
  expect(database.pragma('user_version')).toBe(next.version)
  expect(database.prepare('SELECT note FROM servers').rows()).toEqual([])
  database.close()
  expect((statSync(`${file}.format-${latest}`).mode & 0o777).toString(8)).toBe('600')
  const copy = join(folder, 'copy.db')
  copyFileSync(`${file}.format-${latest}`, copy)
  const stores = openStores({ file: copy })
  expect(shownTurns(stores, 'c1')[0]?.entries).toHaveLength(200)
  stores.close()
})

it('does not leave a half-migrated file behind when a step fails', () => {
  fillAndClose()
  const database = openDatabase(file)
  const broken = {
    version: latest + 2,
    sql: 'CREATE TABLE half (a TEXT); INSERT INTO nowhere VALUES (1);',
  }
  expect(() => migrate(database, [...migrations, next, broken])).toThrow(
    expect.objectContaining({ code: 'store/migration-failed' }),
  )
  expect(database.pragma('user_version')).toBe(next.version)
  expect(database.prepare(`SELECT name FROM sqlite_master WHERE name = 'half'`).rows()).toEqual([])
  const orphans = { version: latest + 2, sql: `DELETE FROM conversations;` }
  expect(() => migrate(database, [...migrations, next, orphans])).toThrow(
    expect.objectContaining({ code: 'store/migration-failed' }),
  )
  expect(database.prepare('SELECT id FROM conversations').rows()).toEqual([['c1']])
  database.close()
})

function fillAndClose(words = 100): void {
  const stores = openStores({ file })
  stores.conversations.save(sampleConversation('c1'))
  stores.turns.saveTurn(sampleTurn('t1', 'c1'))
  for (let n = 0; n < 200; n += 1) {
    stores.turns.saveEntry('t1', sampleUserMessage(`e${n}`, 'words '.repeat(words)))
  }
  stores.close()
}

/** @threat confinement.readable-files */
it.skipIf(process.platform === 'win32')(
  'the file and what lies beside it are 0600, also when they are there with wider rights',
  () => {
    const first = openStores({ file })
    const others = ['', '-wal', '-shm'].map((suffix) => file + suffix)
    for (const other of others) chmodSync(other, 0o666)
    const second = openStores({ file })
    for (const other of others) expect(statSync(other).mode & 0o777).toBe(0o600)
    second.close()
    first.close()
  },
)

it.each(['', '-wal'])('a link in place of the file%s is refused in words', (suffix) => {
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'untouched')
  symlinkSync(victim, file + suffix)
  expect(() => openStores({ file })).toThrow('is a symbolic link')
  expect(readFileSync(victim, 'utf8')).toBe('untouched')
})
