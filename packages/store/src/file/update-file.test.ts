import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { compareHistory, writeOldHistory } from '../migration-bench/format-5-history.ts'
import { openDatabase } from './database.ts'
import { migrations } from '../migrations/index.ts'
import { openStores } from '../open-stores.ts'
import { formatOf, pendingUpdate, type UpdateProgress } from './update-file.ts'

/** Results for four batches, and a file of 5 MB. */
const history = { turns: 400, resultSize: 10_000 }
const latest = Math.max(...migrations.map(({ version }) => version))
let bundle: PackageBundle
let made: string
let folder: string
let file: string

beforeAll(async () => {
  bundle = await bundlePackage(new URL('../migration-bench/main.ts', import.meta.url), ['libsql'])
  made = mkdtempSync(join(tmpdir(), 'gatehouse-old-'))
  writeOldHistory(join(made, 'old.db'), history)
}, 120_000)
afterAll(() => {
  bundle.dispose()
  rmSync(made, { recursive: true, force: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-update-'))
  file = join(folder, 'gatehouse.db')
  copyFileSync(join(made, 'old.db'), file)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const formatNow = (): number => {
  const database = openDatabase(file)
  const format = formatOf(database)
  database.close()
  return format
}
const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('.format-'))

it('a file of format 5 says how far its update is, from the copy to the last of its space', async () => {
  expect(pendingUpdate(file)).toMatchObject({ from: 5, copies: true })
  const reported: UpdateProgress[] = []
  const onUpdate = (progress: UpdateProgress) => reported.push(progress)
  const stores = openStores({ file, onUpdate, compacts: true })
  const parts = reported.map(({ part }) => part)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
  expect(reported[0]).toMatchObject({ phase: 'steps' })
  expect(reported.at(-1)).toEqual({ phase: 'space', part: 1 })
  expect(reported).toContainEqual({ phase: 'results', part: 0.9 })
  await compareHistory(stores, history)
  stores.close()
  expect(pendingUpdate(file)).toBeNull()
  proves('record.update.progress')
}, 60_000)

/**
 * @threat record.two-updates
 * @attacker program
 * @tries To have data of an earlier version lost by ending its update at a bad moment, or by a process of it that is
 * left over.
 * @stoppedBy Copy, steps and batches are each whole or not there; a batch that was taken is not taken again, and a copy
 * of another process never gets the name.
 */
it('what another process has moved meanwhile is not moved again, and nothing of it is lost', async () => {
  let isFirst = true
  const stores = openStores({
    file,
    onUpdate({ phase }) {
      if (phase !== 'results' || !isFirst) return
      isFirst = false
      openStores({ file }).close()
    },
  })
  expect(isFirst).toBe(false)
  await compareHistory(stores, history)
  stores.close()
}, 60_000)

/** @threat record.two-updates */
it('a copy that another process was making never becomes the copy of this update', () => {
  writeFileSync(`${file}.format-5.4711.partial`, 'half a copy')
  writeFileSync(`${file}.format-5.4711.partial-journal`, 'what SQLite notes for it')
  openStores({ file }).close()
  expect(copies()).toEqual(['gatehouse.db.format-5'])
  const copy = openDatabase(`${file}.format-5`)
  expect(formatOf(copy)).toBe(5)
  copy.close()
}, 60_000)

it('a file that needs nothing, that is not there, and that is none is left alone', () => {
  expect(pendingUpdate(join(folder, 'none.db'))).toBeNull()
  openStores({ file: join(folder, 'new.db') }).close()
  expect(pendingUpdate(join(folder, 'new.db'))).toBeNull()
  copyFileSync(process.execPath, join(folder, 'no.db'))
  expect(pendingUpdate(join(folder, 'no.db'))).toBeNull()
})

it('a disk that has no room is reported in words before anything is changed', () => {
  const before = readFileSync(file)
  const open = () => openStores({ file, freeBytes: () => 20_000_000 })
  expect(open).toThrow(
    expect.objectContaining({
      code: 'store/no-space',
      message: expect.stringMatching(
        /needs about \d+ MB of free space on its disk, and 20 MB are free\. Free some space.*not changed/,
      ) as string,
    }),
  )
  expect([formatNow(), copies()]).toEqual([5, []])
  expect(readFileSync(file).equals(before)).toBe(true)
  openStores({ file, freeBytes: () => 1_000_000_000 }).close()
  expect(formatNow()).toBe(latest)
  // What is up to date needs no room.
  openStores({ file, freeBytes: () => 0 }).close()
  proves('record.update.room')
}, 60_000)

/** Updates in a process of its own, which is killed so many milliseconds after it was so far; -1 = had begun. */
async function updateAndKill(
  at: number,
  afterMs: number,
): Promise<{ isOver: boolean; percent: number }> {
  const child = spawn(process.execPath, [bundle.file, 'update', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_PATH: fileURLToPath(new URL('../../node_modules', import.meta.url)),
    },
  })
  const seen = { isOver: false, percent: -1 }
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    if (line.startsWith('{')) seen.isOver = true
    else if (line !== 'begins') seen.percent = Number(line)
    if (seen.percent >= at) setTimeout(() => child.kill('SIGKILL'), afterMs)
  })
  const [, [, signal]] = (await Promise.all([once(lines, 'close'), once(child, 'exit')])) as [
    unknown,
    [unknown, unknown],
  ]
  if (!seen.isOver && signal !== 'SIGKILL') throw new Error('It ended by itself.')
  return seen
}

/** @threat record.two-updates */
it('an update that is killed at 20 moments goes on, with one copy, and every entry is as it was', async () => {
  let seed = 20_261_122
  let kills = 0
  let rounds = 0
  const places = new Set<number>()
  const ended: string[] = []
  while (kills < 20 && rounds < 60) {
    rounds += 1
    seed = (seed * 48_271) % 2_147_483_647
    const { isOver, percent } = await updateAndKill((seed % 101) - 1, seed % 37)
    if (!isOver) {
      kills += 1
      places.add(percent)
    } else {
      const stores = openStores({ file })
      await compareHistory(stores, history)
      stores.close()
      ended.push(...copies())
      rmSync(folder, { recursive: true, force: true })
      folder = mkdtempSync(join(tmpdir(), 'gatehouse-update-'))
      file = join(folder, 'gatehouse.db')
      copyFileSync(join(made, 'old.db'), file)
    }
  }
  expect(kills).toBe(20)
  expect(new Set([...ended, 'gatehouse.db.format-5']).size).toBe(1)
  // In more than one phase.
  expect(places.size).toBeGreaterThan(3)
  const stores = openStores({ file })
  await compareHistory(stores, history)
  stores.close()
  expect(existsSync(`${file}.updating`)).toBe(false)
  expect(copies().filter((name) => !name.endsWith('.partial'))).toEqual(['gatehouse.db.format-5'])
  proves('record.update.killed')
}, 240_000)
