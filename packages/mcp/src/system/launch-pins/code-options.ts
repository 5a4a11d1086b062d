// What arguments show of the code that runs, by their text alone; script-files.ts looks for it on the disk.

import { fileURLToPath } from 'node:url'
import { INTERPRETER_PATTERN, SHELL_PATTERN } from './program-kinds.ts'

/** Names of files that hold code. */
export const CODE_FILE_NAME =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|rb|pl|php|sh|bash|zsh|fish|ps1|bat|cmd|vbs|jar|war|class|lua|wasm|exe|dll|so|dylib|node|kts?|groovy|jl|r|tcl|awk)$/i
/** Options that give an interpreter the code itself: what follows is only an argument of it. */
const INLINE_OPTION = /^(?:-[nlsw]*[ep]e?|-E|-c.*|--(?:eval|print)(?:=.*)?)$/s
/** Options whose value is code, or is not a script: the script comes later. */
const VALUE_OPTION =
  /^(?:-r|-e|-m|-c|-C|-I|-W|-X|-cp|-jar|--(?:require|import|loader|experimental-loader|env-file(?:-if-exists)?|experimental-config-file|openssl-config|snapshot-blob|eval|classpath|config|import-map|preload|tsconfig|project))(?:=(.*))?$/s
/** Variables for whoever reads it, `NODE_OPTIONS` among them. */
const ENV_FILE = /(?:^|[\\/])\.env(?:\.[\w-]+)*$/
/** Long options without a value; what follows another one may be its value. */
export const VALUELESS_OPTION =
  /^(?:-[^-]|--(?:inspect|no-|norc|noprofile|trace|experimental|enable|allow|use-|harmony|expose|watch|login|posix|verbose|quiet|silent|preserve|abort|jitless|stdio))/
/** Options whose value is the folder in which all names count. */
export const FOLDER_OPTION = /^(?:-C|--(?:directory|prefix|cwd|dir|project|chdir))(?:=(.*))?$/s

/** Whether an option gives the interpreter its code, so that no file does. */
export function hasInlineCode(program: string, args: readonly string[]): boolean {
  if (!INTERPRETER_PATTERN.test(program) || SHELL_PATTERN.test(program)) return false
  const script = args.findIndex(
    (argument) => !argument.startsWith('-') && CODE_FILE_NAME.test(argument),
  )
  const options = script === -1 ? args : args.slice(0, script)
  return options.some(
    (option, at) =>
      !takesNextArgument(options[at - 1] ?? '') &&
      (INLINE_OPTION.test(option) || (option === '-r' && program.startsWith('php'))),
  )
}

/** The folders in which names count besides the working directory. */
export function importFoldersOf(args: readonly string[]): string[] {
  return args.flatMap((argument, at) => {
    const option = FOLDER_OPTION.exec(argument)
    const value = option && (option[1] ?? args[at + 1])
    return value === null || value === undefined ? [] : [value]
  })
}

/** The path of the code that an argument names, if it does. */
export function codePathIn(argument: string, before = ''): string[] {
  const named = VALUE_OPTION.exec(argument)?.[1]
  const value = named ?? /^-[\w-]*=(.*)$/s.exec(argument)?.[1] ?? argument
  if (value.startsWith('-')) return []
  const isCode = CODE_FILE_NAME.test(value) || ENV_FILE.test(value)
  return isCode || named !== undefined || takesNextArgument(before) ? [pathOf(value)] : []
}

/** Whether an option's value is the next argument. */
export function takesNextArgument(option: string): boolean {
  return VALUE_OPTION.test(option) && !option.includes('=')
}

/** Modules that `--require ./hook` and the like load. */
export function requiredModules(argument: string, at: number, args: readonly string[]): string[] {
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
