import { programNameOf } from './effective-launch.ts'
import type { WantedPackage } from './wanted-package.ts'

/** Options of `npx` and `npm exec` that change nothing of what runs. */
const HARMLESS = /^(?:-y|--yes|-q|--quiet|--silent|--prefer-online|--prefer-offline)$/
const NAME = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i
/** A version, a range without spaces, or a tag. Not a URL, a path, a repository or an alias. */
const WANTED = /^[\w.^~<>=*+-]+$/
const MAX_NAME = 214

/**
 * The package that `npx` or `npm exec` would fetch. Null for another program, for options that are not understood and
 * for what comes from elsewhere than a registry (a folder, a URL, a repository).
 */
export function npmPackageOf({
  command,
  args,
}: {
  command: string
  args: readonly string[]
}): WantedPackage | null {
  const words = runnerWords(programNameOf(command), args)
  if (words === null) return null
  const named: string[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const value = /^(?:--package|-p)=(.+)$/.exec(word)?.[1]
    if (value !== undefined) named.push(value)
    else if (word === '-p' || word === '--package') named.push(words[(at += 1)] ?? '')
    else if (!HARMLESS.test(word)) break
  }
  if (words[at] === '--') at += 1
  const [first, ...rest] = words.slice(at)
  if (first === undefined || first.startsWith('-') || named.length > 1) return null
  const [spec] = named
  const found = readSpec(spec ?? first)
  if (found === null || (spec !== undefined && !/^[\w.-]+$/.test(first))) return null
  return { ecosystem: 'npm', ...found, program: spec === undefined ? null : first, args: rest }
}

/** The package as npm is given it: `name`, or `name@wanted`. */
export const npmSpec = ({ name, wanted }: Pick<WantedPackage, 'name' | 'wanted'>): string =>
  wanted === '' ? name : `${name}@${wanted}`

/** The words of `npx`, or those after `npm exec`; null for any other program. */
function runnerWords(program: string, args: readonly string[]): readonly string[] | null {
  if (program === 'npx') return args
  const [verb, ...rest] = args
  return program === 'npm' && (verb === 'exec' || verb === 'x') ? rest : null
}

function readSpec(spec: string): Pick<WantedPackage, 'name' | 'wanted'> | null {
  const at = spec.indexOf('@', 1)
  const name = at < 0 ? spec : spec.slice(0, at)
  const wanted = at < 0 ? '' : spec.slice(at + 1)
  if (name.length > MAX_NAME || !NAME.test(name)) return null
  return at >= 0 && !WANTED.test(wanted) ? null : { name, wanted }
}
