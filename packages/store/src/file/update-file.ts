import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { GatehouseError } from '@gatehouse/domain'
import { isWorthCompacting } from './compact-file.ts'
import { openDatabase, type Database } from './database.ts'
import { isEmpty, looksLikeDatabase } from './inspect-file.ts'
import { makePrivate } from './make-private.ts'
import { migrations } from '../migrations/index.ts'

/** Progress of the update of a file. */
export interface UpdateProgress {
  phase: 'copy' | 'steps' | 'results' | 'space'
  /** From 0 to 1. */
  part: number
}

/** Start and end of each phase, as parts of 1. */
export const UPDATE_PARTS = {
  copy: [0, 0.3],
  steps: [0.3, 0.4],
  results: [0.4, 0.9],
  space: [0.9, 1],
} as const

/** Work to be done before a file of an earlier format, or one that is mostly empty, can be used. */
export interface PendingUpdate {
  /** The format; null if it is in a log that is too large for the caller to read. */
  from: number | null
  /** Bytes of the file. */
  bytes: number
  /** True if a copy of it is made first: as `<file>.format-<n>`, and `….partial` until it is whole. */
  copies: boolean
  /** True if the file can be used now, and an update would only make it smaller. */
  onlySpace: boolean
}

/** Room for the log beside what is certain. */
const MARGIN_BYTES = 16 * 1024 * 1024
/** Of the log of a file that is in use there is never so much. */
const LARGE_LOG_BYTES = 32 * 1024 * 1024
const LATEST = Math.max(...migrations.map(({ version }) => version))
/** From this format on results are in files. */
const RESULTS_IN_FILES = 13

/**
 * Returns the update that a file needs; `null` when the file can be used now, does not exist, or cannot be updated.
 * Never throws: `openStores` finds the fault again, and sets the file aside or says what to do.
 */
export function pendingUpdate(file: string): PendingUpdate | null {
  try {
    if (isEmpty(file) || !looksLikeDatabase(file)) return null
    // Refuses a link before anything is opened, or made, where it points to.
    makePrivate(file)
    // Left by one that was ended: whoever opens the file reads all of it first.
    if (sizeOf(`${file}-wal`) > LARGE_LOG_BYTES)
      return { from: null, bytes: sizeOf(file), copies: false, onlySpace: false }
    return pendingIn(file)
  } catch {
    return null
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function pendingIn(file: string): PendingUpdate | null {
  const database = openDatabase(file)
  try {
    const from = formatOf(database)
    if (from === 0 || from > LATEST) return null
    const isCurrent = from === LATEST && !hasInlineResults(database)
    if (isCurrent && !isWorthCompacting(database, freeBytesOf)) return null
    const copies = from < LATEST && !isCopied(file, from)
    return { from, bytes: sizeOf(file), copies, onlySpace: isCurrent }
  } finally {
    database.close()
  }
}

/** The format a file has; 0 is an empty one. */
export function formatOf(database: Database): number {
  return Number(database.pragma('user_version'))
}

/** Something is in the file, but its number is none that any version gives: four bytes of its header are damaged. */
export function hasLostFormat(database: Database): boolean {
  const format = formatOf(database)
  if (format > 0) return false
  const [row] = database.prepare('SELECT count(*) FROM sqlite_master').rows()
  return format < 0 || Number(row?.[0]) > 0
}

function hasInlineResults(database: Database): boolean {
  const [row] = database.prepare('SELECT below FROM results_inline').rows()
  return Number(row?.[0] ?? 0) > 0
}

/**
 * Checks that the disk has room for the copy and for the results. Throws `store/no-space` before anything is
 * changed. `freeBytes` is called with the file's folder.
 */
export function assertRoom(
  database: Database,
  freeBytes: (folder: string) => number = freeBytesOf,
): void {
  const { file } = database
  const from = formatOf(database)
  if (from === 0 || (from === LATEST && !hasInlineResults(database))) return
  const size = Number(database.pragma('page_count')) * Number(database.pragma('page_size'))
  const copy = from < LATEST && !isCopied(file, from) ? size : 0
  const results = from < RESULTS_IN_FILES || hasInlineResults(database) ? size : 0
  const needed = copy + results + MARGIN_BYTES
  const free = freeBytes(dirname(file))
  if (free >= needed) return
  throw new GatehouseError(
    'store/no-space',
    `Updating ${file} needs about ${words(needed)} of free space on its disk, and ${words(free)} are free. Free some space and start Gatehouse again. Your data was not changed.`,
    { data: { file, needed, free } },
  )
}

/** Bytes that are free on the disk of a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const words = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e8) / 10} GB`

const marker = (file: string): string => `${file}.updating`

/** True if this update has its copy: an interrupted update continues without another. */
export function isCopied(file: string, from: number): boolean {
  const began = existsSync(marker(file)) ? Number(readFileSync(marker(file), 'utf8')) : 0
  return began > 0 && began <= from && existsSync(`${file}.format-${began}`)
}

/** Records that the copy is complete and has its name. */
export function noteCopied(file: string, from: number): void {
  rmSync(marker(file), { force: true })
  writeFileSync(marker(file), String(from), { mode: 0o600, flag: 'wx' })
}

/** Records that nothing is left to do. */
export function noteUpdated(file: string): void {
  rmSync(marker(file), { force: true })
}
