import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { FolderState } from '@gatehouse/domain'
import { readBranch } from './read-branch.ts'

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/** Returns the state of `path` now. Never rejects. */
export async function inspectFolder(path: string): Promise<FolderState> {
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
