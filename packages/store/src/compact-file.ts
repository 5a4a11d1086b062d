/**
 * Gives the space that a file of the database no longer uses back to the disk. Results that were moved into files
 * leave pages behind; SQLite uses them again, and never makes the file smaller by itself.
 */
import { dirname } from 'node:path'
import { isGatehouseError } from '@gatehouse/domain'
import type { Database } from './database.ts'

/** Free bytes, and their part of the file, from which on it is worth a rewrite. */
const FREE_BYTES = 32 * 1024 * 1024
const FREE_PART = 0.25
/** Room beside the two copies of what is kept: the temporary one, and the log. */
const MARGIN_BYTES = 16 * 1024 * 1024

/** Bytes of the file that hold something, and bytes that hold nothing. */
export function spaceOf(database: Database): { used: number; free: number } {
  const page = Number(database.pragma('page_size'))
  const free = Number(database.pragma('freelist_count')) * page
  return { used: Number(database.pragma('page_count')) * page - free, free }
}

/** Whether much of the file is empty, and the disk has room to write the rest anew. */
export function isWorthCompacting(
  database: Database,
  freeBytes: (folder: string) => number,
): boolean {
  const { used, free } = spaceOf(database)
  if (free < FREE_BYTES || free < (used + free) * FREE_PART) return false
  return freeBytes(dirname(database.file)) >= 2 * used + MARGIN_BYTES
}

const isPassing = new Set(['store/disk-full', 'store/locked'])

/**
 * Writes the file anew without what is empty in it; false where the disk had no room for that after all, or
 * another process uses it. One
 * statement that takes about as long as copying what is kept: the file is as it was until all of it is in the log,
 * so it may be killed at any moment. Throws `store/…`.
 */
export function compact(database: Database): boolean {
  // In a file beside it, which has no name and nobody else may read: room was asked for there, and memory is not.
  const folder = dirname(database.file).replaceAll("'", "''")
  database.execute(`PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${folder}'`)
  try {
    database.execute('VACUUM')
    return true
  } catch (error) {
    // Smaller is better, not needed: the file is used as it is.
    if (isGatehouseError(error) && isPassing.has(error.code)) return false
    throw error
  }
}
