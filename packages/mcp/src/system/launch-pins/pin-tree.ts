import { createHash } from 'node:crypto'
import { lstat, readdir, readlink, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { LaunchPin, PinnedFile } from '@gatehouse/domain/launch'
import { digestOf } from './open-file.ts'

/** The folder below `root` in which a path lies; null for a path elsewhere. */
export function treeOf(root: string, path: string): string | null {
  const [, below] = path.split(root + sep)
  const [name = ''] = (below ?? '').split(/[\\/]/)
  return path.startsWith(root + sep) && name !== '' ? join(root, name) : null
}

/**
 * Everything in a folder as one pinned file: its size is that of all files, its times are the latest of all files and
 * folders in it, which any change moves on. `known` spares reading what did not change.
 */
export async function pinTree(folder: string, known?: LaunchPin): Promise<PinnedFile> {
  const realPath = await realpath(folder)
  // With types: without them folders behind links are read as well.
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const names = entries
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted()
  const found = await Promise.all(
    ['', ...names].map(async (name) => ({ name, state: await lstat(join(folder, name)) })),
  )
  const size = found.reduce((sum, { state }) => sum + (state.isFile() ? state.size : 0), 0)
  const modifiedAt = Math.max(...found.map(({ state }) => state.mtimeMs))
  const changedAt = Math.max(...found.map(({ state }) => state.ctimeMs))
  const pinned = { role: 'code', named: folder, path: folder, realPath } as const
  const same = known?.files.find(
    (file) =>
      file.realPath === realPath &&
      file.size === size &&
      file.modifiedAt === modifiedAt &&
      file.changedAt === changedAt,
  )
  if (same) return { ...pinned, size, modifiedAt, changedAt, sha256: same.sha256 }
  const hash = createHash('sha256')
  for (const { name, state } of found) {
    const path = join(folder, name)
    const content = state.isFile()
      ? await digestOf(path)
      : state.isSymbolicLink()
        ? `link ${await readlink(path)}`
        : state.isDirectory()
          ? 'folder'
          : 'other'
    // Length first: no name can pass for another entry.
    hash.update(JSON.stringify([name.split(sep), state.mode & 0o111, content]))
  }
  return { ...pinned, size, modifiedAt, changedAt, sha256: hash.digest('hex') }
}
