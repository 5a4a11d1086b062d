import { chmod, lstat, readdir, realpath, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { installFailed } from './install-problem.ts'

const OWN = 0o700
const WRITES = 0o222

/** Number and bytes of the files of a folder. */
export interface FolderSize {
  files: number
  size: number
}

/**
 * Takes the right to write from every file and folder: what was allowed stays as it is. Links are not followed. Rejects
 * with `install/failed` for one that leads out of the folder, to anything but `allowed`.
 */
export async function sealFolder(folder: string, allowed?: string): Promise<FolderSize> {
  const total = { files: 0, size: 0 }
  const whole = await realpath(folder)
  // With types: without them folders behind links are read as well.
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  for (const path of [...paths, folder]) {
    const state = await lstat(path)
    if (state.isSymbolicLink()) {
      const target = await realpath(path).catch(() => '')
      if (target !== allowed && !target.startsWith(whole + sep))
        throw installFailed('other-source', path)
      continue
    }
    if (state.isFile()) {
      total.files += 1
      total.size += state.size
    }
    await chmod(path, state.mode & 0o777 & ~WRITES)
  }
  return total
}

/** Removes a folder, also one whose content is read-only. */
export async function removeFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory())
  for (const path of [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))])
    await chmod(path, OWN).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
