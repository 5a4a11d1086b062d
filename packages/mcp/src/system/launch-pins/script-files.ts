// The files behind what an interpreter runs, as it looks for them on the disk.

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MESSAGE_BUDGET, objectOfJson } from '@gatehouse/domain'
import { readBeginning } from './open-file.ts'

/** The files that run when a folder is run. */
const FOLDER_ENTRIES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py']
/** Extensions that Node and Ruby add to a name without one. */
const NODE_EXTENSIONS = ['.js', '.mjs', '.cjs', '.json', '.node', '.rb']

/** The files of what `require` and the like name by a path; a package's name is none. */
export async function resolveRequirePath(name: string, cwd: string): Promise<string[]> {
  return /^(?:\.{1,2}[\\/]|[\\/]|[A-Za-z]:)/.test(name) ? filesOfScript(name, cwd) : []
}

/** The files that an interpreter may run for a script's name, from a folder. */
export async function filesOfScript(name: string, folder: string): Promise<string[]> {
  const path = resolve(folder, name)
  const kind = await kindOf(path)
  if (kind === 'file') return [path]
  if (kind === 'folder') return folderEntries(path)
  for (const file of NODE_EXTENSIONS.map((extension) => path + extension))
    if ((await kindOf(file)) === 'file') return [file]
  return []
}

/** The files that Python may run for a module's name, from a folder. */
export function filesOfModule(module: string, folder: string): string[] {
  const path = join(folder, module.replaceAll('.', '/'))
  return [`${path}.py`, join(path, '__init__.py'), join(path, '__main__.py')]
}

async function folderEntries(folder: string): Promise<string[]> {
  const entries = FOLDER_ENTRIES.map((entry) => join(folder, entry))
  const manifest = await readBeginning(join(folder, 'package.json'), MESSAGE_BUDGET.bytes).catch(
    () => '',
  )
  const { main } = objectOfJson(manifest.toString()) ?? {}
  if (typeof main !== 'string') return entries
  const path = resolve(folder, main)
  const inside = ['', ...NODE_EXTENSIONS, '/index.js', '/index.cjs', '/index.mjs']
  return [...entries, ...inside.map((end) => path + end)]
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'absent'> {
  try {
    const found = await stat(path)
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'absent'
  } catch {
    return 'absent'
  }
}
