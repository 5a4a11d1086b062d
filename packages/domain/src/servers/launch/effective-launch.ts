import { z } from 'zod'
import { isStarter, WRAPPERS, type Wrapper } from './launch-wrappers.ts'

/** A program of a launch, as the one before it starts it. */
export const launchedProgramSchema = z.object({
  command: z.string(),
  args: z.array(z.string()),
  /** Variables of the launch and of the wrappers around it, by name. */
  env: z.record(z.string(), z.string()),
  /** Absolute where the launch's folder is. */
  cwd: z.string(),
  /** True where a wrapper took away all other variables. */
  isEnvironmentCleared: z.boolean().optional(),
})
export type LaunchedProgram = z.infer<typeof launchedProgramSchema>

export const foundProgramSchema = launchedProgramSchema.extend({
  /** Where it was found. */
  path: z.string(),
})
export type FoundProgram = z.infer<typeof foundProgramSchema>

/** The program inside of a wrapper. */
export interface Unwrapped {
  program: LaunchedProgram
  /** False where more reaches the program than its wrapper's arguments say. */
  isKnown: boolean
}

const SHELL = /^(?:sh|bash|zsh|dash|ksh|ash)$/
/** Words that a shell runs by itself, whatever is in its search path. */
const BUILTIN = new Set(
  `. : [ [[ alias bg bind break builtin caller case command compgen complete continue declare dirs disown echo
   enable eval exit export false fc fg for function getopts hash help history if jobs kill let local logout mapfile
   popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test time times trap
   true type typeset ulimit umask unalias unset until wait while`.split(/\s+/),
)
/** Where a shell does more with a line than to take its words. */
const SHELL_SYNTAX = /[;&|<>$`(){}*?[\]~\\!#\n\r]/

/**
 * The name by which a command is known: without its folder and the extensions of Windows, in lower case. Dots and
 * spaces at the end, and the name of a stream, are no part of it: Windows opens the same file.
 * Where a command is a link, whoever can read it also asks for the name of what it leads to.
 */
export function programNameOf(command: string): string {
  const base = command.split(/[\\/]/).at(-1) ?? command
  const file = base.toLowerCase().split('::')[0] ?? base
  let end = file.length
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end -= 1
  return file.slice(0, end).replace(/\.(?:exe|com|cmd|bat|ps1)$/, '')
}

/** True if a program of this name starts another one that its arguments name. */
export function isWrapper(name: string): boolean {
  return Object.hasOwn(WRAPPERS, name) || name === 'busybox' || isStarter(name)
}

/**
 * Takes one wrapper off: the program that `outer` starts, by the name that its file is known by. Null for a program that
 * wraps no other, `unknown` where its arguments cannot be read with certainty.
 */
export function unwrap(outer: LaunchedProgram, name: string): Unwrapped | null | 'unknown' {
  if (SHELL.test(name)) return unwrapShell(outer, name)
  if (name === 'cmd') return unwrapCmd(outer)
  if (isStarter(name)) return 'unknown'
  if (name === 'busybox') {
    const [applet, ...args] = outer.args
    return applet === undefined ? 'unknown' : known({ ...outer, command: applet, args })
  }
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
  return wrapper === undefined ? null : unwrapBy(wrapper, outer, name)
}

const known = (program: LaunchedProgram): Unwrapped => ({ program, isKnown: true })

/** The launch as a wrapper's arguments changed it so far. */
interface Reading {
  env: Record<string, string>
  cwd: string
  isCleared: boolean
  words: string[]
}

function unwrapBy(wrapper: Wrapper, outer: LaunchedProgram, name: string): Unwrapped | 'unknown' {
  const reading: Reading = {
    env: { ...outer.env },
    cwd: outer.cwd,
    isCleared: outer.isEnvironmentCleared === true,
    words: [...outer.args],
  }
  const { words } = reading
  if (wrapper.verb && !wrapper.verb.test(words.shift() ?? '')) return 'unknown'
  if (!takeOptions(wrapper, reading, name)) return 'unknown'
  words.splice(0, wrapper.operands ?? 0)
  while (wrapper.takesVariables === true && /^[^=]+=/s.test(words[0] ?? '')) {
    const [variable = ''] = words.splice(0, 1)
    const at = variable.indexOf('=')
    reading.env[variable.slice(0, at)] = variable.slice(at + 1)
  }
  const [command, ...args] = words
  if (command === undefined) return 'unknown'
  return {
    program: {
      command,
      args,
      env: reading.env,
      cwd: reading.cwd,
      ...(reading.isCleared ? { isEnvironmentCleared: true } : {}),
    },
    isKnown: wrapper.isOpaque !== true,
  }
}

/** Takes options from the front of `words`, and does what those of `env` do. False for one that is not known. */
function takeOptions(wrapper: Wrapper, reading: Reading, name: string): boolean {
  const { words } = reading
  for (;;) {
    const [word] = words
    if (word === undefined || !word.startsWith('-')) return true
    words.shift()
    if (word === '--') return true
    if (word === '-') {
      // Of `env` the same as -i; to others it is no option.
      if (name !== 'env') return false
      clear(reading)
    } else if (word.startsWith('--')) {
      if (!takeLong(wrapper, reading, { word, name })) return false
    } else if (name === 'nice' && /^-\d+$/.test(word)) continue
    else if (!takeShort(wrapper, reading, { word, name })) return false
  }
}

function takeLong(
  { longFlags = [], longValues = [] }: Wrapper,
  reading: Reading,
  { word, name }: { word: string; name: string },
): boolean {
  const [, option = '', joined] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  if (longFlags.includes(option)) {
    if (name === 'env' && option === 'ignore-environment') clear(reading)
    return true
  }
  if (!longValues.includes(option)) return false
  const value = joined ?? reading.words.shift()
  return value !== undefined && apply({ name, option, value }, reading)
}

function takeShort(
  { flags = '', values = '' }: Wrapper,
  reading: Reading,
  { word, name }: { word: string; name: string },
): boolean {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at)
    if (values.includes(letter)) {
      const value = word.slice(at + 1) || reading.words.shift()
      return value !== undefined && apply({ name, option: letter, value }, reading)
    }
    if (!flags.includes(letter)) return false
    if (name === 'env' && letter === 'i') clear(reading)
  }
  return true
}

/** The options of `env`; those of others change nothing that is looked at here but the folder. */
function apply(
  { name, option, value }: { name: string; option: string; value: string },
  reading: Reading,
): boolean {
  if (name === 'env' && (option === 'u' || option === 'unset')) delete reading.env[value]
  else if (name === 'env' && (option === 'S' || option === 'split-string')) {
    const words = wordsOfLine(value)
    if (!words) return false
    reading.words.unshift(...words)
  } else if (option === 'chdir' || (name === 'env' && option === 'C') || option === 'cwd')
    reading.cwd = joinPath(reading.cwd, value)
  return true
}

function clear(reading: Reading): void {
  reading.env = {}
  reading.isCleared = true
}

/** `sh -c LINE` where the line is variables, a command and its arguments; `cd FOLDER &&` and `exec` may come first. */
function unwrapShell(outer: LaunchedProgram, name: string): Unwrapped | null | 'unknown' {
  let isLine = false
  // What these read first may change where commands are looked for: a server's input is a socket, for which Bash reads
  // its .bashrc as for a remote shell.
  let readsFiles = name === 'bash' || name === 'zsh'
  const rest = [...outer.args]
  while (rest[0]?.startsWith('-') === true && rest[0] !== '--') {
    const option = rest.shift() ?? ''
    if (name === 'bash' && /^--(?:norc|noprofile|posix)$/.test(option)) {
      if (option === '--norc') readsFiles = false
      continue
    }
    if (!/^-[a-zA-Z]+$/.test(option) || /[oOs]/.test(option)) return 'unknown'
    if (option.includes('c')) isLine = true
    if (name === 'zsh' && option.includes('f')) readsFiles = false
    if (/[il]/.test(option)) readsFiles = true
  }
  if (rest[0] === '--') rest.shift()
  // A script: an interpreter with its entry.
  if (!isLine) return null
  const line = readLine(rest[0] ?? '', outer.cwd)
  if (!line) return 'unknown'
  // A shell without a search path takes one of its own.
  const isKnown = !readsFiles && outer.isEnvironmentCleared !== true
  const { command, args, variables, cwd } = line
  return { program: { ...outer, command, args, env: { ...outer.env, ...variables }, cwd }, isKnown }
}

/** A line without syntax of a shell; undefined for any other. */
function readLine(
  line: string,
  folder: string,
):
  | (Pick<LaunchedProgram, 'command' | 'args' | 'cwd'> & { variables: Record<string, string> })
  | undefined {
  const moved = /^\s*cd\s+("[^"]*"|'[^']*'|\S+)\s*&&/.exec(line)
  let cwd = folder
  let tail = line
  if (moved) {
    const [target] = wordsOfLine(moved[1] ?? '') ?? []
    // Any other folder may be looked for elsewhere (CDPATH).
    if (target === undefined || !/^(?:\.?[\\/]|[A-Za-z]:)/.test(target)) return undefined
    // A shell takes `..` off the name of a link, the system off what it leads to.
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(target)) return undefined
    cwd = joinPath(folder, target)
    tail = line.slice(moved[0].length)
  }
  const words = wordsOfLine(tail)
  if (!words) return undefined
  const variables: Record<string, string> = {}
  while (/^\w+=/.test(words[0] ?? '')) {
    const [variable = ''] = words.splice(0, 1)
    const at = variable.indexOf('=')
    variables[variable.slice(0, at)] = variable.slice(at + 1)
  }
  if (words[0] === 'exec' && words[1]?.startsWith('-') === false) words.shift()
  const [command, ...args] = words
  if (command === undefined || BUILTIN.has(command) || command === 'exec' || command === 'cd')
    return undefined
  return { command, args, cwd, variables }
}

/** `cmd /c COMMAND …` without what cmd itself reads. */
function unwrapCmd(outer: LaunchedProgram): Unwrapped | 'unknown' {
  const args = [...outer.args]
  while (/^\/[dqs]$/i.test(args[0] ?? '')) args.shift()
  if (!/^\/c$/i.test(args[0] ?? '')) return 'unknown'
  const [, first = '', ...more] = args
  if ([first, ...more].some((word) => /[&|<>^%!"()\n\r]/.test(word))) return 'unknown'
  const [command, ...rest] = more.length === 0 ? first.trim().split(/\s+/) : [first, ...more]
  return command === undefined || command === ''
    ? 'unknown'
    : known({ ...outer, command, args: rest })
}

/** The words of a line in which quotes are all that is special; undefined where a shell does more with it. */
function wordsOfLine(line: string): string[] | undefined {
  const words: string[] = []
  let rest = line.trim()
  while (rest !== '') {
    let word = ''
    for (;;) {
      const part = /^(?:'([^']*)'|"([^"$`\\!]*)"|([^\s'"]+))/s.exec(rest)
      if (!part) break
      const [whole, single, double, plain] = part
      if (plain !== undefined && SHELL_SYNTAX.test(plain)) return undefined
      word += single ?? double ?? plain ?? ''
      rest = rest.slice(whole.length)
    }
    // A quote that is not closed, or holds what a shell reads.
    if (rest !== '' && !/^\s/.test(rest)) return undefined
    words.push(word)
    rest = rest.trimStart()
  }
  return words
}

/** A path from a folder as the system takes it: links and `..` in it are followed on the disk. */
function joinPath(folder: string, path: string): string {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path : `${folder}/${path}`
}
