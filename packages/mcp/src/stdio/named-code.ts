import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { variableEffect } from '@gatehouse/domain'

const INTERPRETER =
  /^(?:node|nodejs|python[\d.]*w?|pypy[\d.]*|ruby[\d.]*|perl[\d.]*|php[\d.]*|sh|bash|zsh|dash|ksh|fish|deno|bun|tsx|ts-node|java|lua[\d.]*|luajit|rscript|julia|pwsh|powershell|osascript|tclsh|guile|elixir|escript|dotnet|mono|wine)(?:\.exe)?$/i
/** Programs that run what their first argument names. */
const WRAPPER = /^(?:env|nice|nohup|setsid|stdbuf|time|timeout|sudo|doas|exec|ionice|taskset)$/i
const CODE =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|rb|pl|php|sh|bash|zsh|fish|ps1|bat|cmd|vbs|jar|war|class|lua|wasm|exe|dll|so|dylib|node|kts?|groovy|jl|r|tcl|awk)$/i
/** Options whose value is code, or is no script: the script comes later. */
const VALUE_OPTION =
  /^(?:-r|-e|-m|-c|-C|-I|-W|-X|-cp|-jar|--(?:require|import|loader|experimental-loader|env-file|eval|classpath|config|import-map|preload|tsconfig|project))$/
/** What a folder stands for when it is run. */
const FOLDER_ENTRIES = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py']
/** As Node looks for what has no extension. */
const NODE_EXTENSIONS = ['.js', '.mjs', '.cjs']

interface Named {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
}

/** The code that arguments and variables name: commands to be looked for, and paths that may be files. */
export async function namedCode({ command, args, env, cwd }: Named): Promise<{
  commands: string[]
  files: string[]
}> {
  const program = basename(command.replaceAll('\\', '/'))
  const wrapped = WRAPPER.test(program) ? wrappedAt(args) : -1
  const inner = wrapped < 0 ? undefined : args[wrapped]
  const rest = args.slice(wrapped + 1)
  const isInterpreter = INTERPRETER.test(inner === undefined ? program : basename(inner))
  return {
    commands: inner === undefined ? [] : [inner],
    files: [
      ...(isInterpreter ? await scriptOf(rest, cwd) : []),
      ...rest.flatMap((argument, at) => codeIn(argument, rest[at - 1])),
      ...Object.entries(env).flatMap(([name, value]) => filesIn(name, value)),
    ],
  }
}

function wrappedAt(args: readonly string[]): number {
  return args.findIndex((argument) => !/^(?:-|\d|\w+=)/.test(argument))
}

/** The first argument that is a file or folder, and no option's value. */
async function scriptOf(args: readonly string[], cwd: string): Promise<string[]> {
  for (const [at, argument] of args.entries()) {
    if (argument.startsWith('-') || VALUE_OPTION.test(args[at - 1] ?? '')) continue
    const kind = await kindOf(resolve(cwd, argument))
    if (kind === 'file') return [argument]
    if (kind === 'folder') return FOLDER_ENTRIES.map((entry) => `${argument}/${entry}`)
    for (const name of NODE_EXTENSIONS.map((extension) => argument + extension))
      if ((await kindOf(resolve(cwd, name))) === 'file') return [name]
  }
  return []
}

function codeIn(argument: string, before = ''): string[] {
  const value = /^-[\w-]*=(.*)$/s.exec(argument)?.[1] ?? argument
  if (value.startsWith('-')) return []
  return CODE.test(value) || VALUE_OPTION.test(before) ? [value.replace(/^file:\/\//, '')] : []
}

/** `NODE_OPTIONS=--require=/a.js`, `LD_PRELOAD=/a.so:/b.so`: whatever in it is a file. */
function filesIn(name: string, value: string): string[] {
  if (variableEffect(name) !== 'program') return []
  const separators = process.platform === 'win32' ? /[\s;,="']+/ : /[\s:;,="']+/
  return value.split(separators).filter((part) => part !== '')
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'absent'> {
  try {
    const found = await stat(path)
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'absent'
  } catch {
    return 'absent'
  }
}
