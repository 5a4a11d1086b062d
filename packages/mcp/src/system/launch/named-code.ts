import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { objectOfJson, variableEffect } from '@gatehouse/domain'
import { linesOf, needsShell, wordsOf } from './command-lines.ts'

const INTERPRETER =
  /^(?:node|nodejs|python[\d.]*w?|pypy[\d.]*|ruby[\d.]*|perl[\d.]*|php[\d.]*|sh|bash|zsh|dash|ksh|fish|deno|bun|tsx|ts-node|java|lua[\d.]*|luajit|rscript|julia|pwsh|powershell|osascript|tclsh|guile|elixir|escript|dotnet|mono|wine)(?:\.exe)?$/i
/** Programs that run what a later argument names. */
const WRAPPER =
  /^(?:env|nice|nohup|setsid|stdbuf|time|timeout|sudo|doas|exec|ionice|taskset|busybox|xvfb-run|dbus-run-session|caffeinate|arch|setarch|unshare|nsenter|proxychains4?|torsocks|winpty|rlwrap|unbuffer|chronic|firejail|bwrap|systemd-run|strace|flatpak|dotenv|dotenvx|op|doppler|direnv|mise|asdf)(?:\.exe)?$/i
/** Programs that get what they run from elsewhere: a registry, an image, a file of a project. */
const RUNNER =
  /^(?:npx|bunx|pnpx|npm|pnpm|yarn|uvx?|pipx|poetry|pdm|hatch|rye|pipenv|docker|podman|nerdctl|go|cargo|mvnw?|gradlew?|jbang|make|gmake|just|task|rake|bundle|composer|nix|wsl|ssh|cmd)(?:\.exe|\.cmd)?$/i
/** What decides what a runner of a project runs, in its folder. */
const PROJECT_FILES: readonly [RegExp, readonly string[]][] = [
  [/^(?:npm|pnpm|yarn)$/i, ['package.json']],
  [/^bun$/i, ['package.json', 'bunfig.toml']],
  [/^g?make$/i, ['GNUmakefile', 'makefile', 'Makefile']],
  [/^just$/i, ['justfile', 'Justfile', '.justfile']],
  [/^task$/i, ['Taskfile.yml', 'Taskfile.yaml']],
  [/^rake$/i, ['Rakefile']],
]
const CODE =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|rb|pl|php|sh|bash|zsh|fish|ps1|bat|cmd|vbs|jar|war|class|lua|wasm|exe|dll|so|dylib|node|kts?|groovy|jl|r|tcl|awk)$/i
/** Options that give an interpreter the code itself: what follows is only an argument of it. */
const INLINE_OPTION = /^(?:-[nlsw]*[ep]e?|-E|-c.*|--(?:eval|print)(?:=.*)?)$/s
/** Those whose `-c` is a line of commands. */
const SHELL = /^(?:sh|bash|zsh|dash|ksh|fish)$/
/** Options whose value is code, or is no script: the script comes later. */
const VALUE_OPTION =
  /^(?:-r|-e|-m|-c|-C|-I|-W|-X|-cp|-jar|--(?:require|import|loader|experimental-loader|env-file(?:-if-exists)?|experimental-config-file|openssl-config|snapshot-blob|eval|classpath|config|import-map|preload|tsconfig|project))(?:=(.*))?$/s
/** Variables for whoever reads it, `NODE_OPTIONS` among them. */
const ENV_FILE = /(?:^|[\\/])\.env(?:\.[\w-]+)*$/
/** Long options without a value; what follows another one may be its value. */
const FLAG =
  /^(?:-[^-]|--(?:inspect|no-|norc|noprofile|trace|experimental|enable|allow|use-|harmony|expose|watch|login|posix|verbose|quiet|silent|preserve|abort|jitless|stdio))/
/** Options whose value is the folder in which all names count. */
const FOLDER_OPTION = /^(?:-C|--(?:directory|prefix|cwd|dir|project|chdir))(?:=(.*))?$/s
/** What a folder stands for when it is run. */
const FOLDER_ENTRIES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py']
/** As Node looks for what has no extension, and Ruby. */
const NODE_EXTENSIONS = ['.js', '.mjs', '.cjs', '.json', '.node', '.rb']
/** Modules that Python loads by itself from where it is told to look. */
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

export interface NamedCode {
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
export async function namedCode({ command, args, env, cwd, isCommand }: Named): Promise<NamedCode> {
  const lines = linesOf(args, nameOf(command))
  const words = args.flatMap((argument, at) => {
    const line = lines.get(at)
    return line === undefined ? [argument] : wordsOf(line)
  })
  const commands: string[] = []
  let [program, rest] = [nameOf(command), words]
  while (WRAPPER.test(program)) {
    const found = await commandIn(rest, isCommand)
    if (found === null) break
    commands.push(...found.names)
    program = nameOf(found.names.at(-1) ?? '')
    rest = rest.slice(found.at + 1)
  }
  for (const [at, word] of words.entries())
    if ((words[at - 1] === '--' || args[at - 1] === '-S') && (await isCommand(word)))
      commands.push(word)
  const folders = [cwd, ...foldersOf(args).map((folder) => resolve(cwd, folder))]
  const names = [
    ...rest.flatMap((word, at) => codeIn(word, rest[at - 1])),
    ...(rest === words ? [] : words).filter((word) => /^\.{0,2}[\\/]/.test(word)),
    ...filesOfProject(program),
  ]
  const scripts: string[] = []
  if (INTERPRETER.test(program) || RUNNER.test(program))
    for (const folder of folders) scripts.push(...(await scriptsOf(rest, folder)))
  const required = await Promise.all(
    [...rest.flatMap(requiredBy), ...envRequires(env)].map((name) => asNodeFinds(name, cwd)),
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
    runner: INTERPRETER.test(program) || RUNNER.test(program) ? program : null,
    isWhole: ![...lines.values()].some(needsShell) && !hasInlineCode(program, rest),
  }
}

function hasInlineCode(program: string, args: readonly string[]): boolean {
  if (!INTERPRETER.test(program) || SHELL.test(program)) return false
  const script = args.findIndex((argument) => !argument.startsWith('-') && CODE.test(argument))
  const options = script === -1 ? args : args.slice(0, script)
  return options.some(
    (option, at) =>
      !isOpen(options[at - 1] ?? '') &&
      (INLINE_OPTION.test(option) || (option === '-r' && program.startsWith('php'))),
  )
}

/** As it was written, for what lies in the working directory: a review names it so. */
function fromCwd(folder: string, name: string, cwd: string): string {
  return folder === cwd ? name : resolve(folder, name)
}

function relativeTo(cwd: string, path: string): string {
  return path.startsWith(cwd + sep) ? path.slice(cwd.length + 1) : path
}

function nameOf(command: string): string {
  return basename(command.replaceAll('\\', '/'))
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

function foldersOf(args: readonly string[]): string[] {
  return args.flatMap((argument, at) => {
    const option = FOLDER_OPTION.exec(argument)
    const value = option && (option[1] ?? args[at + 1])
    return value === null || value === undefined ? [] : [value]
  })
}

function filesOfProject(program: string): readonly string[] {
  return PROJECT_FILES.find(([runner]) => runner.test(program))?.[1] ?? []
}

/** The first argument that is a file or folder and no option's value, and what may be such a value. */
async function scriptsOf(args: readonly string[], folder: string): Promise<string[]> {
  const scripts: string[] = []
  for (const [at, argument] of args.entries()) {
    const before = args[at - 1] ?? ''
    const isModule = /^-[BEIOPRSdiqsuvx]*m$/.test(before)
    if (isModule || /^-m\w/.test(argument))
      return modulesOf(isModule ? argument : argument.slice(2), folder)
    if (argument.startsWith('-') || isOpen(before) || FOLDER_OPTION.test(before)) continue
    const found = await runAs(argument, folder)
    scripts.push(...found)
    const mayBeValue = before.startsWith('--') && !FLAG.test(before) && !CODE.test(argument)
    if (found.length > 0 && !mayBeValue) return scripts
  }
  return scripts
}

/** As an interpreter finds what it is to run. */
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
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  const { main } = objectOfJson(text) ?? {}
  if (typeof main !== 'string') return entries
  const path = resolve(folder, main)
  const inside = ['', ...NODE_EXTENSIONS, '/index.js', '/index.cjs', '/index.mjs']
  return [...entries, ...inside.map((end) => path + end)]
}

function modulesOf(module: string, folder: string): string[] {
  const path = join(folder, module.replaceAll('.', '/'))
  return [`${path}.py`, join(path, '__init__.py'), join(path, '__main__.py')]
}

function codeIn(argument: string, before = ''): string[] {
  const named = VALUE_OPTION.exec(argument)?.[1]
  const value = named ?? /^-[\w-]*=(.*)$/s.exec(argument)?.[1] ?? argument
  if (value.startsWith('-')) return []
  const isCode = CODE.test(value) || ENV_FILE.test(value)
  return isCode || named !== undefined || isOpen(before) ? [pathOf(value)] : []
}

/** Whether an option's value is the next argument. */
function isOpen(option: string): boolean {
  return VALUE_OPTION.test(option) && !option.includes('=')
}

function pathOf(value: string): string {
  if (!value.startsWith('file:')) return value
  try {
    return fileURLToPath(value)
  } catch {
    return value
  }
}

/** Modules that `--require ./hook` and the like load. */
function requiredBy(argument: string, at: number, args: readonly string[]): string[] {
  const option =
    /^(?:-r(?=$|[.\\/])|--(?:require|import|loader|experimental-loader|preload)(?:=|$))(.+)?$/s
  const isValue =
    option.exec(args[at - 1] ?? '')?.[1] === undefined && option.test(args[at - 1] ?? '')
  const value = option.exec(argument)?.[1] ?? (isValue ? argument : null)
  return value === null ? [] : [pathOf(value)]
}

function envRequires(env: Readonly<Record<string, string>>): string[] {
  const options = Object.entries(env).find(([name]) => name.toUpperCase() === 'NODE_OPTIONS')?.[1]
  return (options ?? '')
    .split(/\s+/)
    .flatMap((word, at, words) => requiredBy(word.replaceAll('"', ''), at, words))
}

async function asNodeFinds(name: string, cwd: string): Promise<string[]> {
  return /^(?:\.{1,2}[\\/]|[\\/]|[A-Za-z]:)/.test(name) ? runAs(name, cwd) : []
}

/** `NODE_OPTIONS=--require=/a.js`, `LD_PRELOAD=/a.so:/b.so`: whatever in it is a file. */
function filesIn(name: string, value: string): string[] {
  if (variableEffect(name) !== 'program') return []
  const separators = process.platform === 'win32' ? /[\s;,="']+/ : /[\s:;,="']+/
  const parts = value.split(separators).filter((part) => part !== '')
  if (name.toUpperCase() !== 'PYTHONPATH') return parts
  return parts.flatMap((part) => [part, ...PYTHON_OWN.map((own) => join(part, own))])
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'absent'> {
  try {
    const found = await stat(path)
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'absent'
  } catch {
    return 'absent'
  }
}
