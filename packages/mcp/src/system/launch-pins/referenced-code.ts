import { join, resolve, sep } from 'node:path'
import { interpreterEntry, isInterpreter, variableEffect } from '@gatehouse/domain/launch'
import { filesOfProject, RUNNER_PATTERN } from './program-kinds.ts'
import type { NamedProgram } from './unwrap-launch.ts'
import { stat } from 'node:fs/promises'
import { MESSAGE_BUDGET, objectOfJson } from '@gatehouse/domain'
import { readBeginning } from './open-file.ts'
import { fileURLToPath } from 'node:url'

/** Names of files that hold code. */
const CODE_FILE_NAME =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|rb|pl|php|sh|bash|zsh|fish|ps1|bat|cmd|vbs|jar|war|class|lua|wasm|exe|dll|so|dylib|node|kts?|groovy|jl|r|tcl|awk)$/i

/** Options whose value is code, or is not a script: the script comes later. */
const VALUE_OPTION =
  /^(?:-r|-e|-m|-c|-C|-I|-W|-X|-cp|-jar|--(?:require|import|loader|experimental-loader|env-file(?:-if-exists)?|experimental-config-file|openssl-config|snapshot-blob|eval|classpath|config|import-map|preload|tsconfig|project))(?:=(.*))?$/s

/** Variables for whoever reads it, `NODE_OPTIONS` among them. */
const ENV_FILE = /(?:^|[\\/])\.env(?:\.[\w-]+)*$/

/** Options whose value is the folder in which all names count. */
const FOLDER_OPTION = /^(?:-C|--(?:directory|prefix|cwd|dir|project|chdir))(?:=(.*))?$/s

/** The files that run when a folder is run. */
const FOLDER_ENTRIES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py']

/** Extensions that Node and Ruby add to a name without one. */
const NODE_EXTENSIONS = ['.js', '.mjs', '.cjs', '.json', '.node', '.rb']

/** Modules that Python loads by itself from where it is configured to look. */
const PYTHON_OWN = ['sitecustomize.py', 'usercustomize.py']
/** Words that are looked for as commands where arguments cannot be read. */
const MAX_WORDS = 16

export interface ReferencedCode {
  /** Paths that may be files. */
  files: string[]
  /**
   * Of a program that takes the code it runs from its arguments or from elsewhere: the paths of which one has to be a file,
   * none where no file is that code. Null for a program of its own.
   */
  entry: string[] | null
}

/** The code that arguments and variables of a program name. */
export async function referencedCode({
  name,
  args,
  env,
  cwd,
}: Pick<NamedProgram, 'name' | 'args' | 'env' | 'cwd'>): Promise<ReferencedCode> {
  const words = args.flatMap((argument, at) =>
    isLine(args[at - 1]) ? wordsOf(argument) : argument,
  )
  const folders = [cwd, ...importFoldersOf(args).map((folder) => resolve(cwd, folder))]
  const names = [
    ...words.flatMap((word, at) => codePathIn(word, words[at - 1])),
    ...(words.length === args.length ? [] : words.filter((word) => /^\.{0,2}[\\/]/.test(word))),
    ...filesOfProject(name),
  ]
  const required = [...words.flatMap(requiredModules), ...envRequires(env)]
  const entry = await entryOf(name, args, folders)
  return {
    files: [
      ...folders.flatMap((folder) => names.map((one) => resolve(folder, one))),
      ...Object.entries(env).flatMap(([variable, value]) =>
        filesIn(variable, value).map((path) => resolve(cwd, path)),
      ),
      ...(entry?.candidates ?? []),
      ...(await Promise.all(required.map((one) => resolveRequirePath(one, cwd)))).flat(),
    ],
    entry: entry?.files ?? null,
  }
}

/** The files of what an interpreter runs; `candidates` are those too that may be the value of an option instead. */
async function entryOf(
  name: string,
  args: readonly string[],
  folders: readonly string[],
): Promise<{ files: string[]; candidates: string[] } | null> {
  const nothing = { files: [], candidates: [] }
  if (!isInterpreter(name)) return RUNNER_PATTERN.test(name) ? nothing : null
  const entry = interpreterEntry(name, args)
  if (entry.kind === 'none') return nothing
  if (entry.kind === 'module') {
    const files = folders.flatMap((folder) => filesOfModule(entry.name, folder))
    return { files, candidates: files }
  }
  const inFolders = async (script: string) =>
    (await Promise.all(folders.map((folder) => filesOfScript(script, folder)))).flat()
  const files = await inFolders(entry.name)
  const others = (await Promise.all(entry.mayBe.map(inFolders))).flat()
  return {
    files: files.filter((path) => !path.endsWith('package.json')),
    candidates: [...others, ...files],
  }
}

/** Words of arguments that cannot be read as a whole, which may be commands. */
export function possibleCommands(args: readonly string[]): string[] {
  return args
    .flatMap((argument) => wordsOf(argument))
    .filter((word) => !/^(?:-|\w+=)/.test(word))
    .slice(0, MAX_WORDS)
}

/** A path as it was written, where it is in the working directory: a review shows it so. */
export function asWritten(path: string, cwd: string): string {
  return path.startsWith(cwd + sep) ? path.slice(cwd.length + 1) : path
}

function envRequires(env: Readonly<Record<string, string>>): string[] {
  const options = Object.entries(env).find(([name]) => name.toUpperCase() === 'NODE_OPTIONS')?.[1]
  return (options ?? '')
    .split(/\s+/)
    .flatMap((word, at, words) => requiredModules(word.replaceAll('"', ''), at, words))
}

/** `NODE_OPTIONS=--require=/a.js`, `LD_PRELOAD=/a.so:/b.so`: whatever in it is a file. */
function filesIn(name: string, value: string): string[] {
  if (variableEffect(name) !== 'program') return []
  const separators = process.platform === 'win32' ? /[\s;,="']+/ : /[\s:;,="']+/
  const parts = value.split(separators).filter((part) => part !== '')
  if (name.toUpperCase() !== 'PYTHONPATH') return parts
  return parts.flatMap((part) => [part, ...PYTHON_OWN.map((own) => join(part, own))])
}

/** True if the argument after this one is a line of commands. */
function isLine(option: string | undefined): boolean {
  return option !== undefined && /^(?:-\w*[cS]|--command|--split-string)$/.test(option)
}

/** The words of a line, whatever a shell would make of them. */
function wordsOf(line: string): string[] {
  return line.split(/[\s;&|()"'`]+/).filter((word) => word !== '')
}

/** The files of what `require` and the like name by a path; a package's name is none. */
async function resolveRequirePath(name: string, cwd: string): Promise<string[]> {
  return /^(?:\.{1,2}[\\/]|[\\/]|[A-Za-z]:)/.test(name) ? filesOfScript(name, cwd) : []
}

/** The files that an interpreter may run for a script's name, from a folder. */
async function filesOfScript(name: string, folder: string): Promise<string[]> {
  const path = resolve(folder, name)
  const kind = await kindOf(path)
  if (kind === 'file') return [path]
  if (kind === 'folder') return folderEntries(path)
  for (const file of NODE_EXTENSIONS.map((extension) => path + extension))
    if ((await kindOf(file)) === 'file') return [file]
  return []
}

/** The files that Python may run for a module's name, from a folder. */
function filesOfModule(module: string, folder: string): string[] {
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

/** The folders in which names count besides the working directory. */
function importFoldersOf(args: readonly string[]): string[] {
  return args.flatMap((argument, at) => {
    const option = FOLDER_OPTION.exec(argument)
    const value = option && (option[1] ?? args[at + 1])
    return value === null || value === undefined ? [] : [value]
  })
}

/** The path of the code that an argument names, if it does. */
function codePathIn(argument: string, before = ''): string[] {
  const named = VALUE_OPTION.exec(argument)?.[1]
  const value = named ?? /^-[\w-]*=(.*)$/s.exec(argument)?.[1] ?? argument
  if (value.startsWith('-')) return []
  const isCode = CODE_FILE_NAME.test(value) || ENV_FILE.test(value)
  return isCode || named !== undefined || takesNextArgument(before) ? [pathOf(value)] : []
}

/** True if an option's value is the next argument. */
function takesNextArgument(option: string): boolean {
  return VALUE_OPTION.test(option) && !option.includes('=')
}

/** Modules that `--require ./hook` and the like load. */
function requiredModules(argument: string, at: number, args: readonly string[]): string[] {
  const option =
    /^(?:-r(?=$|[.\\/])|--(?:require|import|loader|experimental-loader|preload)(?:=|$))(.+)?$/s
  const isValue =
    option.exec(args[at - 1] ?? '')?.[1] === undefined && option.test(args[at - 1] ?? '')
  const value = option.exec(argument)?.[1] ?? (isValue ? argument : null)
  return value === null ? [] : [pathOf(value)]
}

function pathOf(value: string): string {
  if (!value.startsWith('file:')) return value
  try {
    return fileURLToPath(value)
  } catch {
    return value
  }
}
