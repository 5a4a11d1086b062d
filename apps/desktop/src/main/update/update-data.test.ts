import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStores } from '@gatehouse/store'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { updateData, type UpdatePorts } from './update-data.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-update-data-'))
  file = join(folder, 'gatehouse.db')
  const libsql = createRequire(import.meta.url).resolve('libsql')
  const program = `new (require(process.argv[1]))(process.argv[2]).exec('CREATE TABLE t (a); PRAGMA user_version = 5')`
  execFileSync(process.execPath, ['-e', program, libsql, file])
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that sends what a test has it send. */
function scripted() {
  let send: (message: unknown) => void = () => undefined
  let exit = (): void => undefined
  let close = (): void => undefined
  const kill = vi.fn<() => void>()
  const quit = vi.fn<() => void>()
  const shown: number[] = []
  let isOpen = false
  const ports: UpdatePorts = {
    start: () => ({
      onMessage: (listener) => (send = listener),
      onExit: (listener) => (exit = listener),
      kill,
    }),
    open(onClosed) {
      close = onClosed
      isOpen = true
      return { show: (part) => shown.push(part), close: () => (isOpen = false) }
    },
    quit,
  }
  return {
    ports,
    kill,
    quit,
    shown,
    isOpen: () => isOpen,
    send: (message: unknown) => send(message),
    exit: () => exit(),
    close: () => close(),
  }
}
const progress = (part: number) => ({ type: 'progress', phase: 'results', part })
const isShown = (update: ReturnType<typeof scripted>) => vi.waitUntil(update.isOpen)

it('nothing is started for a file that needs nothing', async () => {
  const update = scripted()
  const start = vi.spyOn(update.ports, 'start')
  await updateData(join(folder, 'none.db'), update.ports)
  expect(start).not.toHaveBeenCalled()
})

it('the window shows how far it is and never goes back, and is closed at the end', async () => {
  const update = scripted()
  const over = updateData(file, update.ports)
  update.send(progress(0.5))
  await isShown(update)
  for (const message of [progress(0.45), 'nonsense', progress(7), progress(0.7)])
    update.send(message)
  update.send({ type: 'done' })
  await over
  expect(update.shown).toEqual([0.5, 0.7])
  expect(update.isOpen()).toBe(false)
  expect(update.quit).not.toHaveBeenCalled()
})

it('while the copy is made the size of its file shows how far it is', async () => {
  const update = scripted()
  const over = updateData(file, update.ports)
  writeFileSync(`${file}.format-5.1.partial`, Buffer.alloc(4096))
  await isShown(update)
  await vi.waitUntil(() => (update.shown.at(-1) ?? 0) > 0.1)
  expect(update.shown.at(-1)).toBeLessThanOrEqual(0.3)
  update.send({ type: 'done' })
  await over
})

it('whoever closes the window ends the process and quits', async () => {
  const update = scripted()
  const over = updateData(file, update.ports)
  await isShown(update)
  update.close()
  expect([update.kill.mock.calls.length, update.quit.mock.calls.length]).toEqual([1, 1])
  update.exit()
  await expect(over).rejects.toMatchObject({ code: 'store/update-ended' })
})

it('what went wrong is reported in its own words, and so is a process that ended', async () => {
  const update = scripted()
  const over = updateData(file, update.ports)
  update.send({ type: 'failed', code: 'store/no-space', message: 'Free some space.' })
  await expect(over).rejects.toMatchObject({ code: 'store/no-space', message: 'Free some space.' })
  const second = scripted()
  const ended = updateData(file, second.ports)
  second.exit()
  await expect(ended).rejects.toMatchObject({
    code: 'store/update-ended',
    message: expect.stringContaining('nothing is lost') as string,
  })
})

/** A file of the latest format most of which is empty: it can be used as it is. */
function mostlyEmpty(): string {
  const empty = join(folder, 'empty.db')
  openStores({ file: empty }).close()
  const libsql = createRequire(import.meta.url).resolve('libsql')
  const ballast = `CREATE TABLE ballast (a);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO ballast SELECT randomblob(4000) FROM n;
    DROP TABLE ballast; PRAGMA wal_checkpoint(TRUNCATE)`
  const program = 'new (require(process.argv[1]))(process.argv[2]).exec(process.argv[3])'
  execFileSync(process.execPath, ['-e', program, libsql, empty, ballast])
  return empty
}

it('a file that would only be smaller is used as it is when that fails or its process ends', async () => {
  const empty = mostlyEmpty()
  const ended = scripted()
  const over = updateData(empty, ended.ports)
  ended.exit()
  await expect(over).resolves.toBeUndefined()
  const failed = scripted()
  const second = updateData(empty, failed.ports)
  failed.send({ type: 'failed', code: 'store/disk-error', message: 'The disk reported an error.' })
  await expect(second).resolves.toBeUndefined()
  expect(failed.kill).toHaveBeenCalled()
  const closed = scripted()
  const third = updateData(empty, closed.ports)
  await isShown(closed)
  closed.close()
  closed.exit()
  await expect(third).rejects.toMatchObject({ code: 'store/update-ended' })
})
