import { basename } from 'node:path'

/** Options whose value is a line of commands. */
const LINE_OPTION = /^(?:-S|-\w*c|--split-string|--command)(?:=(.*))?$/s
/** As `env` takes it, glued to its letter and behind others. */
const ENV_LINE = /^-[0a-zA-Z]*S(.+)$/s
/** What makes more of a line than one program with its arguments, or puts names together. */
const SHELL_ONLY = /[;&|<>$`(){}*?~\\"'\n]|(?:^|\s)(?:cd|exec|eval|source|\.)\s/

/** Whether a shell makes more of a line than one program and its arguments. */
export function needsShell(line: string): boolean {
  return SHELL_ONLY.test(line)
}

/** Arguments that are lines of commands, by their place. */
export function linesOf(args: readonly string[], program: string): Map<number, string> {
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
export function wordsOf(line: string): string[] {
  return line.split(/[\s;&|()"'`]+/).filter((word) => word !== '')
}

function isLineOption(argument: string | undefined, isEnv: boolean): boolean {
  if (argument === undefined || argument.includes('=')) return false
  return LINE_OPTION.test(argument) || (isEnv && /^-[0a-zA-Z]*S$/.test(argument))
}
