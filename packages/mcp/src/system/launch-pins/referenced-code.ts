import { join, resolve, sep, basename } from 'node:path'
import { variableEffect } from '@gatehouse/domain/launch'
import { codePathIn, importFoldersOf, hasInlineCode, requiredModules } from './code-options.ts'
import {
  filesOfProject,
  INTERPRETER_PATTERN,
  programName,
  RUNNER_PATTERN,
  WRAPPER_PATTERN,
} from './program-kinds.ts'
import { resolveRequirePath, scriptFilesOf } from './script-files.ts'

/** Modules that Python loads by itself from where it is configured to look. */
const PYTHON_OWN = ['sitecustomize.py', 'usercustomize.py']
/** Words that are looked for as commands behind a wrapper. */
const MAX_WORDS = 16

interface Named {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  /** Whether there is a command of this name. */
  isCommand(name: string): Promise<boolean>
}

export interface ReferencedCode {
  /** To be looked for as commands. */
  commands: string[]
  /** Paths that may be files, from the working directory. */
  files: string[]
  /** The last of the programs that take the code that runs from their arguments or from elsewhere. */
  runner: string | null
  /** False when a shell makes more of the arguments than can be read here. */
  isWhole: boolean
}

/** The code that arguments and variables name: commands to be looked for, and paths that may be files. */
export async function referencedCode({
  command,
  args,
  env,
  cwd,
  isCommand,
}: Named): Promise<ReferencedCode> {
  const lines = linesOf(args, programName(command))
  const words = args.flatMap((argument, at) => {
    const line = lines.get(at)
    return line === undefined ? [argument] : wordsOf(line)
  })
  const commands: string[] = []
  let [program, rest] = [programName(command), words]
  while (WRAPPER_PATTERN.test(program)) {
    const found = await commandIn(rest, isCommand)
    if (found === null) break
    commands.push(...found.names)
    program = programName(found.names.at(-1) ?? '')
    rest = rest.slice(found.at + 1)
  }
  for (const [at, word] of words.entries())
    if ((words[at - 1] === '--' || args[at - 1] === '-S') && (await isCommand(word)))
      commands.push(word)
  const folders = [cwd, ...importFoldersOf(args).map((folder) => resolve(cwd, folder))]
  const names = [
    ...rest.flatMap((word, at) => codePathIn(word, rest[at - 1])),
    ...(rest === words ? [] : words).filter((word) => /^\.{0,2}[\\/]/.test(word)),
    ...filesOfProject(program),
  ]
  const scripts: string[] = []
  if (INTERPRETER_PATTERN.test(program) || RUNNER_PATTERN.test(program))
    for (const folder of folders) scripts.push(...(await scriptFilesOf(rest, folder)))
  const required = await Promise.all(
    [...rest.flatMap(requiredModules), ...envRequires(env)].map((name) =>
      resolveRequirePath(name, cwd),
    ),
  )
  const inFolders = (name: string): string[] => folders.map((folder) => fromCwd(folder, name, cwd))
  return {
    commands: [...new Set(commands)],
    files: [
      ...new Set([
        ...names.flatMap(inFolders),
        ...Object.entries(env).flatMap(([name, value]) => filesIn(name, value)),
        ...[...scripts, ...required.flat()].map((path) => relativeTo(cwd, path)),
      ]),
    ],
    runner: INTERPRETER_PATTERN.test(program) || RUNNER_PATTERN.test(program) ? program : null,
    isWhole: ![...lines.values()].some(needsShell) && !hasInlineCode(program, rest),
  }
}

/** The path as it was written, if it is in the working directory: a review shows it so. */
function fromCwd(folder: string, name: string, cwd: string): string {
  return folder === cwd ? name : resolve(folder, name)
}

function relativeTo(cwd: string, path: string): string {
  return path.startsWith(cwd + sep) ? path.slice(cwd.length + 1) : path
}

/** The first word that is a command; those before it that may be a value of an option are named too. */
async function commandIn(
  words: readonly string[],
  isCommand: Named['isCommand'],
): Promise<{ names: string[]; at: number } | null> {
  const names: string[] = []
  let last: number | null = null
  for (const [at, word] of words.slice(0, MAX_WORDS).entries()) {
    if (/^(?:-|\w+=)/.test(word) || !(await isCommand(word))) continue
    names.push(word)
    last = at
    if (words[at - 1]?.startsWith('-') !== true) break
  }
  return last === null ? null : { names, at: last }
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

/** Options whose value is a line of commands. */
const LINE_OPTION = /^(?:-S|-\w*c|--split-string|--command)(?:=(.*))?$/s
/** The option `-S` of `env`, joined to its value and to letters before it. */
const ENV_LINE = /^-[0a-zA-Z]*S(.+)$/s
/** Syntax by which a line is more than one program with its arguments, or composes names. */
const SHELL_ONLY = /[;&|<>$`(){}*?~\\"'\n]|(?:^|\s)(?:cd|exec|eval|source|\.)\s/

/** Whether a shell makes more of a line than one program and its arguments. */
function needsShell(line: string): boolean {
  return SHELL_ONLY.test(line)
}

/** Arguments that are lines of commands, by their place. */
function linesOf(args: readonly string[], program: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const [at, argument] of args.entries()) {
    const isEnv = [program, ...args.slice(0, at)].some((word) => basename(word) === 'env')
    const glued = LINE_OPTION.exec(argument)?.[1] ?? (isEnv && ENV_LINE.exec(argument)?.[1])
    if (typeof glued === 'string') lines.set(at, glued)
    else if (isLineOption(args[at - 1], isEnv)) lines.set(at, argument)
  }
  return lines
}

/** Its words, whatever a shell would make of them. */
function wordsOf(line: string): string[] {
  return line.split(/[\s;&|()"'`]+/).filter((word) => word !== '')
}

function isLineOption(argument: string | undefined, isEnv: boolean): boolean {
  if (argument === undefined || argument.includes('=')) return false
  return LINE_OPTION.test(argument) || (isEnv && /^-[0a-zA-Z]*S$/.test(argument))
}
