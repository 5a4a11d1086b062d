import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptData, planReplacement, replaceData } from './replace-data.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-replace-'))
  for (const [at, words] of [
    ['', 'present'],
    ['data-new', 'restored'],
  ] as const) {
    mkdirSync(join(folder, at, 'blobs'), { recursive: true })
    writeFileSync(join(folder, at, 'gatehouse.db'), words)
    writeFileSync(join(folder, at, 'blobs', 'one'), words)
  }
  writeFileSync(join(folder, 'gatehouse.db-wal'), 'present log')
  writeFileSync(join(folder, 'window.json'), 'stays')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const plan = () => planReplacement(folder, { from: 'data-new', to: 'data-old', now: 5 })
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const move = (name: string, from: string, to: string) => {
  mkdirSync(join(folder, to), { recursive: true })
  writeFileSync(join(folder, to, name), read(from, name))
  rmSync(join(folder, from, name))
}
const stepIn = () =>
  writeFileSync(join(folder, 'restore.json'), read('restore.json').replace('"out"', '"in"'))

function expectReplaced(): void {
  expect([read('gatehouse.db'), read('blobs', 'one')]).toEqual(['restored', 'restored'])
  expect([read('data-old', 'gatehouse.db'), read('data-old', 'blobs', 'one')]).toEqual([
    'present',
    'present',
  ])
  // A log of other data would be written into the restored ones.
  expect(existsSync(join(folder, 'gatehouse.db-wal'))).toBe(false)
  expect(keptData(folder)).toEqual({ folder: 'data-old', at: 5 })
  expect(readdirSync(folder).toSorted()).toEqual([
    'blobs',
    'data-old',
    'gatehouse.db',
    'restore.json',
    'window.json',
  ])
}

it('replaces the data at the next start, keeps the former ones, and takes them back', () => {
  plan()
  expect(read('gatehouse.db')).toBe('present')
  expect(keptData(folder)).toBeNull()
  replaceData(folder)
  expectReplaced()
  replaceData(folder)
  expectReplaced()
  planReplacement(folder, { from: 'data-old', to: 'data-back', now: 6 })
  replaceData(folder)
  expect(read('gatehouse.db')).toBe('present')
  expect(read('gatehouse.db-wal')).toBe('present log')
  expect(read('data-back', 'blobs', 'one')).toBe('restored')
  expect(existsSync(join(folder, 'data-old'))).toBe(false)
})

it.each<[string, () => void]>([
  ['before anything is moved', () => undefined],
  ['once the database is aside', () => move('gatehouse.db', '', 'data-old')],
  [
    'once all is aside',
    () => {
      for (const name of ['gatehouse.db', 'gatehouse.db-wal']) move(name, '', 'data-old')
      move('one', 'blobs', 'data-old/blobs')
      rmSync(join(folder, 'blobs'), { recursive: true })
      stepIn()
    },
  ],
  [
    'once the restored database is there',
    () => {
      for (const name of ['gatehouse.db', 'gatehouse.db-wal']) move(name, '', 'data-old')
      move('one', 'blobs', 'data-old/blobs')
      rmSync(join(folder, 'blobs'), { recursive: true })
      stepIn()
      move('gatehouse.db', 'data-new', '')
    },
  ],
])('a kill %s is continued by the next start', (_when, kill) => {
  plan()
  kill()
  replaceData(folder)
  expectReplaced()
})

it('removes what was unpacked and never restored, and the copy of a killed backup', () => {
  mkdirSync(join(folder, 'backup-work'))
  replaceData(folder)
  expect(readdirSync(folder).toSorted()).toEqual([
    'blobs',
    'gatehouse.db',
    'gatehouse.db-wal',
    'window.json',
  ])
})

it('an unreadable plan removes nothing', () => {
  writeFileSync(join(folder, 'restore.json'), '{"step":')
  replaceData(folder)
  expect([read('gatehouse.db'), read('data-new', 'gatehouse.db')]).toEqual(['present', 'restored'])
})

it('a plan whose data are gone changes nothing', () => {
  plan()
  rmSync(join(folder, 'data-new'), { recursive: true })
  replaceData(folder)
  expect([read('gatehouse.db'), read('blobs', 'one')]).toEqual(['present', 'present'])
  expect(existsSync(join(folder, 'restore.json'))).toBe(false)
})
