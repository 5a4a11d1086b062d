// The files behind what is to run, as interpreters look for them on the disk.

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MESSAGE_BUDGET, objectOfJson } from '@gatehouse/domain'
import { readBeginning } from './open-file.ts'
import {
  CODE_FILE_NAME,
  VALUELESS_OPTION,
  FOLDER_OPTION,
  takesNextArgument,
} from './code-options.ts'

/** The files that run when a folder is run. */
const FOLDER_ENTRIES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py']
/** Extensions that Node and Ruby add to a name without one. */
const NODE_EXTENSIONS = ['.js', '.mjs', '.cjs', '.json', '.node', '.rb']

/** The first argument that is a file or folder and no option's value, and what may be such a value. */
export async function scriptFilesOf(args: readonly string[], folder: string): Promise<string[]> {
  const scripts: string[] = []
  for (const [at, argument] of args.entries()) {
    const before = args[at - 1] ?? ''
    const isModule = /^-[BEIOPRSdiqsuvx]*m$/.test(before)
    if (isModule || /^-m\w/.test(argument))
      return modulesOf(isModule ? argument : argument.slice(2), folder)
    if (argument.startsWith('-') || takesNextArgument(before) || FOLDER_OPTION.test(before))
      continue
    const found = await runAs(argument, folder)
    scripts.push(...found)
    const mayBeValue =
      before.startsWith('--') && !VALUELESS_OPTION.test(before) && !CODE_FILE_NAME.test(argument)
    if (found.length > 0 && !mayBeValue) return scripts
  }
  return scripts
}

/** The files of what `require` and the like name by a path; a package's name is none. */
export async function resolveRequirePath(name: string, cwd: string): Promise<string[]> {
  return /^(?:\.{1,2}[\\/]|[\\/]|[A-Za-z]:)/.test(name) ? runAs(name, cwd) : []
}

/** The files that an interpreter may run for a name. */
async function runAs(name: string, folder: string): Promise<string[]> {
  const path = resolve(folder, name)
  const kind = await kindOf(path)
  if (kind === 'file') return [path]
  if (kind === 'folder') return folderEntries(path)
  for (const file of NODE_EXTENSIONS.map((extension) => path + extension))
    if ((await kindOf(file)) === 'file') return [file]
  return []
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

function modulesOf(module: string, folder: string): string[] {
  const path = join(folder, module.replaceAll('.', '/'))
  return [`${path}.py`, join(path, '__init__.py'), join(path, '__main__.py')]
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'absent'> {
  try {
    const found = await stat(path)
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'absent'
  } catch {
    return 'absent'
  }
}
