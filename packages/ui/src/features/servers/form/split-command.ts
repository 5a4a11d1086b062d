import { split } from 'shlex'

export interface CommandLine {
  command: string
  args: string[]
  /** Leading `NAME=value` words. */
  env: { name: string; value: string }[]
}

/**
 * Takes a pasted command line apart the way a shell would, quotes and backslashes respected.
 * `null` when it is one word only, or when a quote is left open.
 */
export function splitCommand(line: string): CommandLine | null {
  let words: string[]
  try {
    words = split(line.trim())
  } catch {
    return null
  }
  const env: CommandLine['env'] = []
  for (const word of words) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(word)
    if (!match) break
    env.push({ name: match[1] ?? '', value: match[2] ?? '' })
  }
  const [command, ...args] = words.slice(env.length)
  if (command === undefined || (args.length === 0 && env.length === 0)) return null
  return { command, args, env }
}
