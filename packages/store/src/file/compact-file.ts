/**
 * Gives the space that a file of the database no longer uses back to the disk. Results that were moved into files
 * leave pages behind; SQLite uses them again, and never makes the file smaller by itself.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isGatehouseError } from '@gatehouse/domain'
import type { Database } from './database.ts'

/** Free bytes, and their part of the file, from which on it is worth a rewrite. */
const FREE_BYTES = 32 * 1024 * 1024
const FREE_PART = 0.25
/** Room beside the two copies of what is kept: the temporary one, and the log. */
const MARGIN_BYTES = 16 * 1024 * 1024

/** Bytes of the file that hold something, and bytes that hold nothing. */
export function fileSpaceOf(database: Database): { used: number; free: number } {
  const page = Number(database.pragma('page_size'))
  const free = Number(database.pragma('freelist_count')) * page
  return { used: Number(database.pragma('page_count')) * page - free, free }
}

/** Attempts that may end without an end of their own, and milliseconds until there may be another one after these. */
const ATTEMPTS = 2
const REST_MS = 7 * 24 * 3600 * 1000

const note = (file: string): string => `${file}.compacting`

/** Returns the number of failed attempts and the time of the last (milliseconds since the epoch). */
function attemptsOf(file: string): { count: number; at: number } {
  const found = statSync(note(file), { throwIfNoEntry: false })
  if (!found) return { count: 0, at: 0 }
  const count = Number(readFileSync(note(file), 'utf8'))
  return { count: Number.isSafeInteger(count) && count > 0 ? count : 1, at: found.mtimeMs }
}

/** Written before an attempt: what ends the process leaves nothing else behind. */
function noteAttempt(file: string): void {
  const count = attemptsOf(file).count + 1
  rmSync(note(file), { force: true })
  writeFileSync(note(file), String(count), { mode: 0o600, flag: 'wx' })
}

/** True if attempts failed so often, and so recently, that another one would only delay the start. */
function isResting(file: string, now: number): boolean {
  try {
    const { count, at } = attemptsOf(file)
    return count >= ATTEMPTS && Math.abs(now - at) < REST_MS
  } catch {
    // Where nothing can be noted, it would be tried at every start.
    return true
  }
}

/** True if much of the file is empty, the disk has room to rewrite the rest, and no recent attempt failed. */
export function isWorthCompacting(
  database: Database,
  freeBytes: (folder: string) => number,
  now = Date.now(),
): boolean {
  const { used, free } = fileSpaceOf(database)
  if (free < FREE_BYTES || free < (used + free) * FREE_PART) return false
  if (isResting(database.file, now)) return false
  return freeBytes(dirname(database.file)) >= 2 * used + MARGIN_BYTES
}

/**
 * Rewrites the file without what is empty in it; false where that failed for whatever reason. One
 * statement that takes about as long as copying what is kept: the file is as it was until all of it is in the log,
 * so it may be killed at any moment. What failed or was killed twice rests for a week. Throws `store/corrupt` alone:
 * everything else leaves a file that can be used as it is.
 */
export function compact(database: Database): boolean {
  // In a file beside it, which has no name and no one else may read: room was asked for there, and memory is not.
  const folder = dirname(database.file).replaceAll("'", "''")
  try {
    noteAttempt(database.file)
    database.execute(`PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${folder}'`)
    database.execute('VACUUM')
    rmSync(note(database.file), { force: true })
    return true
  } catch (error) {
    if (isGatehouseError(error) && error.code === 'store/corrupt') throw error
    return false
  }
}
