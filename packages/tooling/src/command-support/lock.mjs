import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { workCache } from './paths.mjs'
import { log } from './log.mjs'

/**
 * Runs the work while no other process of this repository runs work of the same name, so that two
 * terminals do not write the same output at once.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {string} [folder] of the lock; one that all clones share keeps them apart as well
 * @returns {Promise<T>}
 */
export async function withLock(name, work, folder = workCache) {
  const file = join(folder, `${name}.lock`)
  mkdirSync(folder, { recursive: true })
  for (let waited = 0; !acquireLock(file); waited += 1) {
    if (waited === 4) log.info(`Waiting for another process that does this (${file})`)
    await delay(500)
  }
  try {
    return await work()
  } finally {
    releaseLock(file)
  }
}

/**
 * Returns true if this process now holds the lock. One of a process that is gone is removed, for the next try.
 * @param {string} file
 * @throws when the file cannot be made or written: a full disk, a missing folder. No lock is left then.
 */
export function acquireLock(file) {
  const made = makeFile(file)
  if (made === undefined) {
    if (!isLockHeld(file)) rmSync(file, { force: true })
    return false
  }
  let isWritten = false
  try {
    writeFileSync(made, String(process.pid))
    isWritten = true
  } finally {
    closeSync(made)
    // Empty it would count as held by somebody who is about to write.
    if (!isWritten) rmSync(file, { force: true })
  }
  return true
}

/**
 * Opens a new file; `undefined` when there is one already.
 * @param {string} file
 */
function makeFile(file) {
  try {
    return openSync(file, 'wx')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
}

/** @param {string} file */
export function releaseLock(file) {
  rmSync(file, { force: true })
}

/**
 * True if the process that wrote its number into the file still runs.
 * @param {string} file
 */
export function isLockHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid === 0) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
