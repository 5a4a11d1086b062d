import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FolderWatch } from '@gatehouse/host/ports'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchFolders } from './watch-folders.ts'

let root: string
let folder: string
let reported: string[]
let watching: FolderWatch

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-watch-')))
  folder = join(root, 'code', 'app', '源')
  mkdirSync(folder, { recursive: true })
  reported = []
  watching = watchFolders((path) => reported.push(path), 20)
})
afterEach(() => {
  watching.close()
  rmSync(root, { recursive: true, force: true })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Follows and waits until the system tells what happens. */
async function follow(...paths: string[]): Promise<void> {
  watching.follow(paths)
  await pause(300)
  reported = []
}

/** Waits until it is told, and then for what may come late. */
async function eventsAfter(change: () => void): Promise<string[]> {
  reported = []
  change()
  await vi.waitFor(() => expect(reported.length).toBeGreaterThan(0), { timeout: 5000 })
  await pause(200)
  return [...new Set(reported)]
}

it('a folder that is deleted, made again and replaced is reported each time', async () => {
  const other = join(root, 'code', 'other')
  mkdirSync(other)
  await follow(folder, other)
  expect(await eventsAfter(() => rmSync(folder, { recursive: true }))).toEqual([folder])
  expect(await eventsAfter(() => mkdirSync(folder))).toEqual([folder])
  const replace = (): void => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
  }
  expect(await eventsAfter(replace)).toEqual([folder])
  proves('roots.watched.folder')
})

it('a folder goes and comes with the folders above it, however they are moved', async () => {
  await follow(folder)
  const away = join(root, 'away')
  expect(await eventsAfter(() => renameSync(join(root, 'code'), away))).toEqual([folder])
  expect(await eventsAfter(() => renameSync(away, join(root, 'code')))).toEqual([folder])
  expect(await eventsAfter(() => rmSync(folder, { recursive: true }))).toEqual([folder])
  expect(await eventsAfter(() => rmSync(join(root, 'code'), { recursive: true }))).toEqual([folder])
  expect(await eventsAfter(() => mkdirSync(folder, { recursive: true }))).toEqual([folder])
  expect(await eventsAfter(() => rmSync(folder, { recursive: true }))).toEqual([folder])
  proves('roots.watched.above')
})

it('one that was never there is reported when it comes', async () => {
  const later = join(root, 'mount', 'disk', 'papers')
  await follow(later)
  expect(await eventsAfter(() => mkdirSync(later, { recursive: true }))).toEqual([later])
})

it('what happens inside, beside or to a folder that is not followed any more is not reported', async () => {
  await follow(folder)
  writeFileSync(join(folder, 'file'), 'x')
  mkdirSync(join(folder, '..', 'beside'))
  await pause(300)
  expect(reported).toEqual([])
  await follow()
  rmSync(folder, { recursive: true })
  await pause(300)
  expect(reported).toEqual([])
})
