import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { GatehouseError } from '@gatehouse/domain'
import type { Database } from './database.ts'

/** Bytes up to which a whole check costs less than about 50 ms. */
const SMALL_FILE_BYTES = 64 * 1024 * 1024
const MAGIC = 'SQLite format 3\0'

/** False for a file that has something in it which no SQLite wrote. */
export function looksLikeDatabase(file: string): boolean {
  if (isEmpty(file)) return true
  const header = Buffer.alloc(MAGIC.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return header.toString('latin1') === MAGIC
}

export function isEmpty(file: string): boolean {
  return sizeOf(file) === 0
}

/** A large file is read through only if it was not closed in order or damage was seen. */
export function needsIntegrityCheck(file: string): boolean {
  return (
    sizeOf(file) <= SMALL_FILE_BYTES || sizeOf(`${file}-wal`) > 0 || existsSync(damageMarker(file))
  )
}

/** Present while damage was seen and the file was not checked since. */
export function damageMarker(file: string): string {
  return `${file}.suspect`
}

/** False when the file is damaged. Throws what is not about its contents, such as `store/locked`. */
export function passesIntegrityCheck(database: Database): boolean {
  const rows = database.prepare('PRAGMA quick_check(1)').rows()
  return rows.length === 1 && rows[0]?.[0] === 'ok'
}

/**
 * Renames a damaged file and what belongs to it to `<file>.corrupt-<time>`; returns the new path.
 * Throws `store/corrupt` where it cannot be renamed.
 */
export function quarantineFile(file: string, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, '')
  const target = `${file}.corrupt-${time}`
  try {
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${target}${suffix}`)
    }
  } catch (cause) {
    const message = `${file} is damaged and cannot be renamed. Quit Gatehouse, move the file away yourself and start again.`
    throw new GatehouseError('store/corrupt', message, { data: { file }, cause })
  }
  rmSync(damageMarker(file), { force: true })
  return target
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
