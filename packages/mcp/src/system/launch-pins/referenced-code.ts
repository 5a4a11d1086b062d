import { join, resolve, sep } from 'node:path'
import { interpreterEntry, isInterpreter, variableEffect } from '@gatehouse/domain/launch'
import { codePathIn, importFoldersOf, requiredModules } from './code-options.ts'
import { filesOfProject, RUNNER_PATTERN } from './program-kinds.ts'
import { filesOfModule, filesOfScript, resolveRequirePath } from './script-files.ts'
import type { NamedProgram } from './unwrap-launch.ts'

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
