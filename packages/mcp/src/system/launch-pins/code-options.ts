// What arguments show of the code that runs, by their text alone; script-files.ts looks for it on the disk.

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

/** True if an option's value is the next argument. */
function takesNextArgument(option: string): boolean {
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
