import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { releaseLock, acquireLock } from './lock.mjs'

let isFull = false
vi.mock(import('node:fs'), async (original) => {
  const real = await original()
  return {
    ...real,
    writeFileSync: (...written: Parameters<typeof real.writeFileSync>) => {
      if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      real.writeFileSync(...written)
    },
  }
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-locks-'))
})
afterEach(() => {
  isFull = false
  rmSync(folder, { recursive: true })
})

it('is held by one, and one of a process that is gone is free at the second try', () => {
  const file = join(folder, '1.lock')
  expect([acquireLock(file), acquireLock(file)]).toEqual([true, false])
  releaseLock(file)
  writeFileSync(file, String(2 ** 30))
  expect([acquireLock(file), acquireLock(file)]).toEqual([false, true])
})

it('a disk that is full is a failure and leaves no lock, which would look held for ever', () => {
  const file = join(folder, '1.lock')
  isFull = true
  expect(() => acquireLock(file)).toThrow('no space left')
  expect(existsSync(file)).toBe(false)
})

it('a folder that is not there is a failure, not a lock that somebody holds', () => {
  expect(() => acquireLock(join(folder, 'none', '1.lock'))).toThrow('ENOENT')
})
