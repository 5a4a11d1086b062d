import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from '../log.ts'
import { createViewStorage } from './view-storage.ts'

const origin = (digit: string): string => `mcp-app://v-${digit.repeat(32)}`
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let folder: string
let file: string
let cleared: string[]
let failing: string | undefined
const session = {
  clearStorageData({ origin: cleaned }: { origin: string }): Promise<void> {
    if (cleaned === failing) return Promise.reject(new Error('busy'))
    cleared.push(cleaned)
    return Promise.resolve()
  },
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'view-storage-'))
  file = join(folder, 'views.json')
  cleared = []
  failing = undefined
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * @threat apps.storage
 * @attacker server
 * @tries To keep what it was given in storage of the browser, for a later view.
 * @stoppedBy Each view has a host of its own, and its storage is cleared once it ended, or at the next start.
 * @remains A log of the storage has deleted text until it is written anew.
 */
test('a view that ended leaves neither storage nor a name', async () => {
  const storage = createViewStorage(file, session, log)
  storage.opened(origin('a'))
  expect(readFileSync(file, 'utf8')).toContain(origin('a'))
  await storage.ended(origin('a'))
  expect(cleared).toEqual([origin('a')])
  expect(existsSync(file)).toBe(false)
})

/** @threat apps.storage */
test('the next start clears what a run that crashed left, and what could not be cleared', async () => {
  const first = createViewStorage(file, session, log)
  first.opened(origin('a'))
  first.opened(origin('b'))
  failing = origin('b')
  await first.ended(origin('b'))
  failing = undefined
  createViewStorage(file, session, log)
  await Promise.resolve()
  expect(cleared).toEqual([origin('a'), origin('b')])
})

test('a damaged file clears no origin that is none of a view', () => {
  for (const text of ['nothing', '{"a":1}', JSON.stringify(['app://gatehouse', 7, origin('c')])]) {
    writeFileSync(file, text)
    createViewStorage(file, session, log)
  }
  expect(cleared).toEqual([origin('c')])
})
