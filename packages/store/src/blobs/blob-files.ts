import { createHash, randomUUID, webcrypto } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { GatehouseError } from '@gatehouse/domain'
import type { ByteRange } from '@gatehouse/host/ports'
import { toStoreError } from '../store-error.ts'

const HASH = /^[0-9a-f]{64}$/
const { O_CREAT, O_EXCL, O_WRONLY, O_RDONLY, O_NOFOLLOW = 0 } = constants
const NEW_FILE = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW

/**
 * Files named by the SHA-256 of what they hold, in a folder for each first two digits. A file has its name
 * only once it is whole and on disk. All methods throw or reject with `GatehouseError` `store/…`.
 */
export interface BlobFiles extends StoredFiles {
  /** Files of a migration, in which nothing else runs. */
  batch(): BlobBatch
}

/** The operations on stored files while the app runs. */
export interface StoredFiles {
  /** Resolves with the hash once the file is there. What is there already counts as put now. */
  put(data: Uint8Array): Promise<string>
  /** Rejects with `store/blob-missing` when the file is not there. */
  read(hash: string, range?: ByteRange): Promise<Uint8Array>
  /** Bytes of one; `null` when it is not there. */
  size(hash: string): Promise<number | null>
  /** Removes one that was not put after a moment (milliseconds since the epoch). */
  remove(hash: string, putBy: number): Promise<void>
  /** Removes files last put before a moment (milliseconds since the epoch) that are not in use; how many. */
  sweep(before: number, isUsed: (hash: string) => boolean): Promise<number>
}

/** Files that get their names together: a disk writes many at once in the time of one. */
export interface BlobBatch {
  /** The hash; the file has its name after `commit`. */
  put(data: Uint8Array): string
  commit(): void
}

export function createBlobFiles(folder: string): BlobFiles {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error, folder)
    }
  }
  return {
    put: (data) => guard(() => put(folder, data)),
    batch: () => createBatch(folder),
    read: (hash, range) => guard(() => read(folder, hash, range)),
    async size(hash) {
      const found = HASH.test(hash) ? await stat(fileOf(folder, hash)).catch(() => null) : null
      return found?.isFile() ? found.size : null
    },
    remove: (hash, putBy) =>
      guard(() => (HASH.test(hash) ? remove(fileOf(folder, hash), putBy) : Promise.resolve())),
    sweep: (before, isUsed) => guard(() => sweep({ folder, before, isUsed })),
  }
}

const folderOf = (folder: string, hash: string): string => join(folder, hash.slice(0, 2))
const fileOf = (folder: string, hash: string): string => join(folderOf(folder, hash), hash.slice(2))
const partialIn = (folder: string): string => join(folder, `${randomUUID()}.partial`)

async function put(folder: string, data: Uint8Array): Promise<string> {
  // Not on main's own thread: megabytes take their time.
  const digest = await webcrypto.subtle.digest('SHA-256', data)
  const hash = Buffer.from(digest).toString('hex')
  const file = fileOf(folder, hash)
  if (await isThere(file, data.byteLength)) return hash
  await mkdir(folderOf(folder, hash), { recursive: true, mode: 0o700 })
  const temporary = partialIn(folder)
  try {
    const handle = await open(temporary, NEW_FILE, 0o600)
    try {
      await handle.writeFile(data)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folderOf(folder, hash))
  return hash
}

async function isThere(file: string, bytes: number): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile() || found.size !== bytes) return false
  const now = new Date()
  await utimes(file, now, now)
  return true
}

/** Windows cannot open a folder; there the rename is durable by itself. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, O_RDONLY).catch(() => null)
  if (handle === null) return
  try {
    await handle.sync()
  } catch {
    // Some file systems do not sync folders; the file itself is on disk.
  } finally {
    await handle.close()
  }
}

function createBatch(folder: string): BlobBatch {
  const written: { descriptor: number; temporary: string; file: string }[] = []
  const known = new Set<string>()
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      for (const { descriptor, temporary } of written.splice(0)) {
        closeSync(descriptor)
        rmSync(temporary, { force: true })
      }
      throw toStoreError(error, folder)
    }
  }
  return {
    put: (data) =>
      guard(() => {
        const hash = createHash('sha256').update(data).digest('hex')
        const file = fileOf(folder, hash)
        if (known.has(hash) || isThereSync(file, data.byteLength)) return hash
        known.add(hash)
        mkdirSync(folderOf(folder, hash), { recursive: true, mode: 0o700 })
        const temporary = partialIn(folder)
        const descriptor = openSync(temporary, NEW_FILE, 0o600)
        written.push({ descriptor, temporary, file })
        for (let at = 0; at < data.byteLength;) at += writeSync(descriptor, data, at)
        return hash
      }),
    commit: () =>
      guard(() => {
        for (const { descriptor } of written) fsyncSync(descriptor)
        for (const { descriptor, temporary, file } of written.splice(0)) {
          closeSync(descriptor)
          renameSync(temporary, file)
        }
      }),
  }
}

function isThereSync(file: string, bytes: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size !== bytes) return false
  const now = new Date()
  utimesSync(file, now, now)
  return true
}

async function read(
  folder: string,
  hash: string,
  range: ByteRange | undefined,
): Promise<Uint8Array> {
  if (!HASH.test(hash)) throw missing(hash)
  const handle = await open(fileOf(folder, hash), O_RDONLY | O_NOFOLLOW).catch((error: unknown) => {
    throw isNotThere(error) ? missing(hash) : error
  })
  try {
    if (range === undefined) return await handle.readFile()
    const { size } = await handle.stat()
    const start = Math.min(range.start, size)
    const bytes = new Uint8Array(Math.max(0, Math.min(range.end, size) - start))
    const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function missing(hash: string): GatehouseError {
  return new GatehouseError(
    'store/blob-missing',
    'The data of this part is no longer on disk. The rest of the chat is.',
    { data: { hash } },
  )
}

async function remove(file: string, putBy: number): Promise<void> {
  const found = await stat(file).catch(() => null)
  // A clock gives whole milliseconds, the file system parts of them.
  if (found?.isFile() && Math.floor(found.mtimeMs) <= putBy) await rm(file, { force: true })
}

interface Sweep {
  folder: string
  before: number
  isUsed(hash: string): boolean
}

async function sweep({ folder, before, isUsed }: Sweep): Promise<number> {
  let removed = 0
  const removeOld = async (file: string): Promise<void> => {
    const found = await stat(file).catch(() => null)
    if (found === null || !found.isFile() || found.mtimeMs >= before) return
    await rm(file, { force: true })
    removed += 1
  }
  for (const first of await listed(folder)) {
    if (first.endsWith('.partial')) await removeOld(join(folder, first))
    if (!/^[0-9a-f]{2}$/.test(first)) continue
    for (const rest of await listed(join(folder, first))) {
      const hash = first + rest
      if (HASH.test(hash) && !isUsed(hash)) await removeOld(join(folder, first, rest))
    }
  }
  return removed
}

const listed = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isNotThere(error)) return []
    throw error
  })

const isNotThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
