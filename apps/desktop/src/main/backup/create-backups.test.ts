import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AuditRecord } from '@gatehouse/domain'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBackups } from './create-backups.ts'
import type { BackupProcess, BackupResponse } from './messages.ts'
import { replaceData } from './replace-data.ts'

const PASSPHRASE = 'correct horse battery'
/** Files of 2 MB together: enough to be in the middle of it. */
const FILES = 4
const FILE_BYTES = 512 * 1024

const NODE_PATH = fileURLToPath(new URL('../../../node_modules', import.meta.url))

let program: PackageBundle
let folder: string
let data: string
let target: string
let stores: OpenedStores
/** Started at the last call. */
let child: ReturnType<typeof spawn>
/** Times that work was under way when it was killed. */
let reached = 0
/** Kilobytes that a process may write to a file. */
let limit = 'unlimited'

/** The same program as in the app, as a process of Node. */
function start(): BackupProcess {
  const script = `ulimit -f ${limit}; exec "$0" "$1"`
  child = spawn('sh', ['-c', script, process.execPath, program.file], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { NODE_PATH },
  })
  const started = child
  return {
    post: (request) => void started.send(request),
    onMessage: (listener) =>
      void started.on('message', (message) => listener(message as BackupResponse)),
    onExit: (listener) => void started.once('exit', listener),
    kill: () => void started.kill('SIGKILL'),
  }
}

const backups = () =>
  createBackups({
    dataFolder: data,
    file: join(data, 'gatehouse.db'),
    start,
    restart: () => undefined,
    version: '1',
    cost: 2 ** 10,
  })
const record: AuditRecord = {
  id: 'r',
  at: 1,
  kind: 'backup-restored',
  serverId: null,
  serverName: '',
  serverHue: 0,
  conversationId: null,
  entryId: null,
  subject: 'mine.backup',
  decision: 'none',
  edited: false,
  outcome: 'none',
  durationMs: null,
}
const signal = new AbortController().signal
const killing = {
  signal,
  onProgress() {
    reached += 1
    child.kill('SIGKILL')
  },
}
const quiet = { signal, onProgress: () => undefined }
const names = () => readdirSync(data).toSorted()

beforeAll(async () => {
  program = await bundlePackage(new URL('./process.ts', import.meta.url), ['libsql'])
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-backups-'))
  data = join(folder, 'data')
  mkdirSync(data)
  stores = openStores({ file: join(data, 'gatehouse.db') })
  for (let index = 0; index < FILES; index += 1)
    await stores.blobs.put({ encoding: 'bytes', data: randomBytes(FILE_BYTES), mimeType: '' })
}, 120_000)
beforeEach(() => {
  limit = 'unlimited'
  target = join(folder, 'mine.backup')
})
afterAll(() => {
  stores.close()
  program.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** @threat record.half-backup */
it('a process that is killed half-way leaves no file, and the present data as they are', async () => {
  const before = names()
  await expect(backups().write(target, PASSPHRASE, killing)).rejects.toMatchObject({
    code: 'backup/ended',
  })
  expect(reached).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(['data'])
  expect(names()).toEqual(before)
})

/**
 * @threat record.half-backup
 * @attacker program
 * @tries To have the person rely on half a backup, or lose data, by ending a backup or a restore at a bad moment or by
 * filling the disk.
 * @stoppedBy A backup gets its name once it is whole and on the disk. A restore unpacks beside the present data and is
 * planned once all of it was read; the next start repeats each unfinished step.
 */
it('a disk without room, or a press of Cancel, leaves no file either', async () => {
  const before = names()
  limit = '1000'
  await expect(backups().write(target, PASSPHRASE, quiet)).rejects.toMatchObject({
    code: 'backup/not-written',
  })
  limit = 'unlimited'
  const cancel = new AbortController()
  const cancelled = backups().write(target, PASSPHRASE, {
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
  })
  await expect(cancelled).rejects.toMatchObject({ code: 'backup/cancelled' })
  expect(readdirSync(folder)).toEqual(['data'])
  expect(names()).toEqual(before)
})

/** @threat record.half-backup */
it('a restore that is killed, or has no room, leaves the present data, and a whole one takes effect', async () => {
  const made = backups()
  await made.write(target, PASSPHRASE, quiet)
  expect(await made.read(target)).toMatchObject({ name: 'mine.backup', app: '1' })
  const before = names()
  const source = { path: target, passphrase: PASSPHRASE, record }
  reached = 0
  await expect(made.unpack(source, killing)).rejects.toMatchObject({ code: 'backup/ended' })
  expect(reached).toBeGreaterThan(0)
  expect(names()).toEqual(before)
  limit = '100'
  await expect(made.unpack(source, quiet)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:store|backup)\//) as string,
  })
  limit = 'unlimited'
  expect(names()).toEqual(before)
  expect(await made.unpack(source, quiet)).toMatchObject({ chats: 0, missing: [] })
  // A run that ended before the person decided.
  replaceData(data)
  expect(names()).toEqual(before)
  await made.unpack(source, quiet)
  stores.close()
  made.useUnpacked()
  // A dialog that closes while the app quits cancels what is no longer to be cancelled.
  await made.discard()
  replaceData(data)
  expect(made.kept()).not.toBeNull()
  stores = openStores({ file: join(data, 'gatehouse.db') })
  expect(stores.audit.list(2)).toMatchObject([{ kind: 'backup-restored' }])
  await made.removeKept()
  expect(made.kept()).toBeNull()
  expect(existsSync(join(data, 'gatehouse.db'))).toBe(true)
}, 60_000)
