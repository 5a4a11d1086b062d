import { programOf } from './runners.ts'

/** A launch of words; docker's `-e NAME` passes a variable of its own environment on. */
export function entryOf(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const [command = '', ...args] = words
  const passed = /^(?:docker|podman|nerdctl)$/.test(programOf(command))
    ? args.filter(
        (word, at) => /^(?:-e|--env)$/.test(args[at - 1] ?? '') && /^[A-Za-z_]\w*$/.test(word),
      )
    : []
  const own = Object.fromEntries(passed.map((name) => [name, `\${${name}}`]))
  return { command, args, env: { ...own, ...env } }
}
