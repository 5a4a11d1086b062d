import { SingleFlight, withTimeout } from '@gatehouse/base'
import { homedir } from 'node:os'
import type { FolderState } from '@gatehouse/domain'
import type { Folders } from '@gatehouse/host/ports'
import { createEntryFinder } from './find-entries.ts'
import { findProjects } from './find-projects.ts'
import { readVersion, restoreVersion } from './file-version.ts'
import { createEntryReader, createReaderInTime } from './read-in-time.ts'
import { watchFolders } from './watch-folders.ts'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { readBranch } from './read-branch.ts'

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/** Milliseconds that a folder may take; a lost network drive can take minutes. */
const TIMEOUT_MS = 3000
/** Folders looked at side by side: each that hangs holds one of the few threads for files. */
const SIDE_BY_SIDE = 2

export interface FoldersOptions {
  listFiles: Folders['listFiles']
  inspect?: (path: string) => Promise<FolderState>
  timeoutMs?: number
}

/** The file system as the host sees it. */
export function createFolders(options: FoldersOptions): Folders {
  const { listFiles, inspect = inspectFolder, timeoutMs = TIMEOUT_MS } = options
  const looks = new SingleFlight<FolderState>()
  const queue: (() => void)[] = []
  let free = SIDE_BY_SIDE

  /** One look at a path at a time, a few paths at a time. */
  function look(path: string): Promise<FolderState> {
    const inTurn = (): Promise<FolderState> =>
      turn()
        .then(() => inspect(path))
        .finally(() => {
          free += 1
          queue.shift()?.()
        })
    return looks.run(inTurn, path)
  }

  function turn(): Promise<void> {
    return new Promise((resolve) => {
      const take = (): void => {
        free -= 1
        resolve()
      }
      if (free > 0) take()
      else queue.push(take)
    })
  }

  return {
    home: homedir().replace(/(?<=.)[\\/]$/, ''),
    inspect(path) {
      const onTimeout = (): FolderState => ({ path, status: 'unreadable' })
      return withTimeout(look(path).catch(onTimeout), timeoutMs, { onTimeout })
    },
    findProjects,
    watch: watchFolders,
    findEntries: createEntryFinder(),
    listFiles,
    readEntry: createEntryReader(),
    readVersion: createReaderInTime(readVersion),
    restoreVersion,
  }
}

/** Returns the state of `path` now. Never rejects. */
async function inspectFolder(path: string): Promise<FolderState> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return { path, status: 'not-a-folder' }
    await access(path, constants.R_OK | constants.X_OK)
  } catch (error) {
    return { path, status: GONE.has(codeOf(error)) ? 'missing' : 'unreadable' }
  }
  const git = await readBranch(path)
  return { path, status: 'ok', ...(git ? { git } : {}) }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
