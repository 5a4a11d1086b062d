import { constants } from 'node:fs'
import { open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { GatehouseError } from '@gatehouse/domain'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import type { EntryOfFolder, ReadEntry } from '@gatehouse/host/ports'
import { listEntries } from './list-entries.ts'

/** Bytes of a file: those of the largest kind. */
const FILE_BYTES = Math.max(DOCUMENT_LIMITS.fileBytes, PICTURE_LIMITS.fileBytes)
/** Names of a folder that are given. */
const NAMES = { entries: 1000, inFolder: 1000, ms: 2000 }
// Opening neither follows a link at the end nor waits for the other side of a pipe. Windows has neither.
const {
  O_RDONLY,
  O_NOFOLLOW = 0,
  O_NONBLOCK = 0,
} = constants as Partial<typeof constants> & {
  O_RDONLY: number
}

/** Implements `Folders.readEntry`. The opened file decides where a path leads, not its name. */
export async function readEntry(place: EntryOfFolder): Promise<ReadEntry> {
  const real = await realPlace(place)
  const found = await stat(real).catch(() => {
    throw missing()
  })
  if (found.isDirectory()) {
    const { entries, complete } = await listEntries(real, NAMES)
    if ((await realPlace(place)) !== real) throw leadsOut()
    const names = entries.map(({ path, kind }) => (kind === 'folder' ? `${path}/` : path))
    return { kind: 'folder', names: names.toSorted(), complete }
  }
  if (!found.isFile()) throw missing()
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => {
    throw missing()
  })
  try {
    await assertSame(handle, place, real)
    return { kind: 'file', bytes: await readBounded(handle, FILE_BYTES) }
  } finally {
    await handle.close()
  }
}

/** Where it is without links: below where its folder really is. */
export async function realPlace({ folder, path }: EntryOfFolder): Promise<string> {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0')))
    throw missing()
  const [root, real] = await Promise.all([
    realpath(folder),
    realpath(join(folder, ...parts)),
  ]).catch(() => {
    throw missing()
  })
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) throw leadsOut()
  return real
}

/** A folder on the way may have become a link before the file was opened. */
async function assertSame(handle: FileHandle, place: EntryOfFolder, real: string): Promise<void> {
  const opened = await handle.stat()
  if (!opened.isFile()) throw missing()
  if ((await realPlace(place)) !== real) throw leadsOut()
  const now = await stat(real).catch(() => undefined)
  if (now?.ino !== opened.ino || now.dev !== opened.dev) throw leadsOut()
  if (opened.size > FILE_BYTES) throw tooLarge(FILE_BYTES)
}

/** Reads a file of at most `limit` bytes; it may grow meanwhile. Rejects with `attachment/file-too-large`. */
export async function readBounded(handle: FileHandle, limit: number): Promise<Uint8Array> {
  const { size } = await handle.stat()
  // One byte more shows that a file grew.
  let bytes = new Uint8Array(Math.min(size, limit) + 1)
  let length = 0
  while (length <= limit) {
    if (length === bytes.byteLength) bytes = grown(bytes, limit + 1)
    const { bytesRead } = await handle.read(bytes, length, bytes.byteLength - length, null)
    if (bytesRead === 0) return bytes.slice(0, length)
    length += bytesRead
  }
  throw tooLarge(limit)
}

function grown(bytes: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(most, bytes.byteLength * 2))
  larger.set(bytes)
  return larger
}

function missing(): GatehouseError {
  return new GatehouseError('workspace/no-such-entry', 'There is no such file that can be read.')
}

export function leadsOut(): GatehouseError {
  return new GatehouseError(
    'workspace/leads-out',
    'A link leads out of the folders of the workspace here, so nothing was read.',
  )
}

function tooLarge(limit: number): GatehouseError {
  const megabytes = limit / 1_000_000
  return new GatehouseError('attachment/file-too-large', 'This file is too large to be attached.', {
    data: { megabytes },
  })
}
