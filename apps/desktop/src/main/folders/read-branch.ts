import { lstat, open } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'

/** Characters of `.git` and `HEAD` that are read: both are one short line. */
const MAX_LINE = 4096
const MAX_BRANCH = 255

/**
 * The branch of a repository whose work tree is `folder`, read from its files: no git is run. Linked
 * work trees and submodules, where `.git` is a file, included. `undefined`: not a repository.
 */
export async function readBranch(folder: string): Promise<{ branch?: string } | undefined> {
  const place = join(folder, '.git')
  const kind = await kindOf(place)
  if (kind === undefined) return undefined
  const gitFolder = kind === 'folder' ? place : await readLink(folder, place)
  if (gitFolder === undefined) return undefined
  const head = await readLine(join(gitFolder, 'HEAD'))
  if (head === undefined) return undefined
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1]
  return branch === undefined || branch.length > MAX_BRANCH ? {} : { branch }
}

async function readLink(folder: string, file: string): Promise<string | undefined> {
  const target = /^gitdir: (.+)$/.exec((await readLine(file)) ?? '')?.[1]
  return target === undefined ? undefined : gitFolderOf(folder, target)
}

/**
 * The folder that a file `.git` names. Undefined for a network share that `folder` is not on: Windows would sign the
 * person in at whatever host a repository names.
 */
export function gitFolderOf(
  folder: string,
  target: string,
  paths: { resolve: typeof resolve; parse: typeof parse } = { resolve, parse },
): string | undefined {
  const found = paths.resolve(folder, target)
  const [own, root] = [folder, found].map((place) => paths.parse(place).root.toLowerCase())
  return root?.startsWith('\\\\') && root !== own ? undefined : found
}

/** The first line of an ordinary file; a pipe or device of that name is not opened. */
async function readLine(file: string): Promise<string | undefined> {
  if ((await kindOf(file)) !== 'file') return undefined
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LINE), 0, MAX_LINE, 0)
      return buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1)[0]
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const stat = await lstat(path)
    if (stat.isDirectory()) return 'folder'
    return stat.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}
