import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  link,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  rm,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { join } from 'node:path'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { KEPT_FILE_LIMITS } from '@gatehouse/domain/chats'
import type { EntryOfFolder, FileVersion, RestoredVersion } from '@gatehouse/host/ports'
import { leadsOut, readBounded, realPlace } from './read-entry.ts'

// Windows has neither of the last three.
const {
  O_RDONLY,
  O_WRONLY,
  O_CREAT,
  O_EXCL,
  O_NOFOLLOW = 0,
  O_NONBLOCK = 0,
  O_DIRECTORY = 0,
} = constants as Partial<typeof constants> &
  Record<'O_RDONLY' | 'O_WRONLY' | 'O_CREAT' | 'O_EXCL', number>
const PERMISSIONS = 0o7777

/** As `Folders.readVersion`. */
export async function readVersion(place: EntryOfFolder): Promise<FileVersion> {
  const parent = await openParent(place)
  if (parent === null) return { kind: 'absent' }
  try {
    return await versionAt(parent.entry(nameOf(place)))
  } catch (error) {
    throw isGatehouseError(error) ? error : unreadable(error)
  } finally {
    await parent.close()
  }
}

/** As `Folders.restoreVersion`. */
export async function restoreVersion(
  place: EntryOfFolder,
  { expected, version }: RestoredVersion,
): Promise<void> {
  const parent = await openParent(place)
  if (parent === null) throw refused('The folder that the file was in is not there any more.')
  const target = parent.entry(nameOf(place))
  const partial = parent.entry(`.${randomUUID()}.undo`)
  try {
    if (version.kind === 'file') await writeWhole(partial, version)
    // As late as it can be: what another program writes from here on would be lost.
    const present = await versionAt(target)
    if ((present.kind === 'file' ? present.sha256 : null) !== expected) throw changed()
    if (version.kind === 'absent') await unlink(target)
    else if (present.kind === 'file') await rename(partial, target)
    else await placeNew(partial, target)
    await parent.sync()
  } catch (error) {
    throw isGatehouseError(error) ? error : refused('The disk refused it.', error)
  } finally {
    await rm(partial, { force: true }).catch(() => undefined)
    await parent.close()
  }
}

interface ParentFolder {
  /** The path of an entry. On Linux it leads through the open folder, whatever takes its name. */
  entry(name: string): string
  sync(): Promise<void>
  close(): Promise<void>
}

const nameOf = ({ path }: EntryOfFolder): string => path.slice(path.lastIndexOf('/') + 1)

/** The folder of a file, where it really is; `null` = there is none. */
async function openParent(place: EntryOfFolder): Promise<ParentFolder | null> {
  const real = await realParent(place)
  if (real === null) return null
  if (process.platform !== 'linux')
    return { entry: (name) => join(real, name), sync: ignore, close: ignore }
  const handle = await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: unknown) => {
    throw unreadable(error)
  })
  const opened = `/proc/self/fd/${handle.fd}`
  // A folder on the way may have become a link before it was opened.
  if ((await readlink(opened)) !== real || (await realParent(place)) !== real) {
    await handle.close()
    throw leadsOut()
  }
  return {
    entry: (name) => join(opened, name),
    sync: () => handle.sync().catch(ignore),
    close: () => handle.close(),
  }
}

const ignore = (): Promise<void> => Promise.resolve()

async function realParent({ folder, path }: EntryOfFolder): Promise<string | null> {
  const parts = path.split('/')
  // The name of the file is held to the same rules as those before it.
  const name = parts.at(-1) ?? ''
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) throw unreadable()
  const parent = parts.slice(0, -1).join('/')
  try {
    return parent === '' ? await realpath(folder) : await realPlace({ folder, path: parent })
  } catch (error) {
    if (isGatehouseError(error) && error.code !== 'workspace/no-such-entry') throw error
    await assertAbsent(join(folder, parent))
    return null
  }
}

/** Rejects unless it is certain that nothing has this path. */
async function assertAbsent(path: string): Promise<void> {
  const error: unknown = await lstat(path).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isCode(error, 'ENOENT')) throw unreadable(error)
}

async function versionAt(path: string): Promise<FileVersion> {
  // Where opening cannot refuse a link.
  if (O_NOFOLLOW === 0 && (await lstat(path).catch(() => null))?.isSymbolicLink()) throw leadsOut()
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    async (error: unknown) => {
      if (isCode(error, 'ELOOP')) throw leadsOut()
      await assertAbsent(path)
      return null
    },
  )
  if (handle === null) return { kind: 'absent' }
  try {
    return await fileOf(handle)
  } finally {
    await handle.close()
  }
}

async function fileOf(handle: FileHandle): Promise<FileVersion> {
  const found = await handle.stat()
  if (found.isDirectory()) throw new GatehouseError('workspace/is-folder', 'This is a folder.')
  if (!found.isFile()) throw unreadable()
  const bytes = await readBounded(handle, KEPT_FILE_LIMITS.fileBytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { kind: 'file', bytes, mode: found.mode & PERMISSIONS, sha256 }
}

async function writeWhole(
  path: string,
  { bytes, mode }: Pick<Extract<FileVersion, { kind: 'file' }>, 'bytes' | 'mode'>,
): Promise<void> {
  const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await handle.writeFile(bytes)
    if (process.platform !== 'win32') await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Names a file without replacing one that came meanwhile, where the disk has hard links. */
async function placeNew(partial: string, target: string): Promise<void> {
  try {
    await link(partial, target)
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw changed()
    await rename(partial, target)
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

function unreadable(cause?: unknown): GatehouseError {
  return new GatehouseError('workspace/unreadable', 'This file cannot be read.', { cause })
}

function changed(): GatehouseError {
  return new GatehouseError(
    'undo/changed',
    'The file was changed since, so the change was not undone.',
  )
}

function refused(why: string, cause?: unknown): GatehouseError {
  return new GatehouseError('undo/refused', `The change was not undone. ${why}`, { cause })
}
