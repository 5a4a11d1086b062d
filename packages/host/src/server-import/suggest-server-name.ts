import { isRunner, programOf } from './command-line/runners.ts'

const PACKAGE = /^@?[A-Za-z][\w.-]*(?:[/][\w.-]+)*(?:[@:=][\w.=-]+)?$/
/** Words of a runner's own before the package: `uv tool run`, `docker run`. */
const VERBS = new Set(['run', 'dlx', 'exec', 'x', 'tool', '-m', '/c', 'start'])

/** A short name for what is run: the package without its prefixes, the program, or the host of a URL. */
export function suggestServerName(words: readonly string[]): string {
  const [first = '', ...rest] = words
  const host = /^https?:\/\/(?:[^/@]*@)?(?:www\.|mcp\.|api\.)?([^/:?#]+)/i.exec(first)?.[1]
  if (host !== undefined) return /^[\d.]+$/.test(host) ? host : host.replace(/\.[^.]+$/, '') || host
  const isPackages = /^(?:docker|podman|nerdctl)$/.test(programOf(first)) ? lastImage : firstPackage
  const found = isRunner(first) ? isPackages(rest) : undefined
  return shorten(found ?? programOf(first))
}

function firstPackage(words: readonly string[]): string | undefined {
  return words.find(
    (word) => !VERBS.has(word) && !isRunner(word) && (PACKAGE.test(word) || /[\\/]/.test(word)),
  )
}

/** The image of `docker run`: the last word that could be one, and is no value of a flag. */
function lastImage(words: readonly string[]): string | undefined {
  return words.findLast(
    (word, at) => PACKAGE.test(word) && !VERBS.has(word) && !/^-[ev]$/.test(words[at - 1] ?? ''),
  )
}

function shorten(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? name
  // A version or tag, but not the sign of a scope.
  const version = last.slice(1).search(/[@:=]/)
  const short = (version < 0 ? last : last.slice(0, version + 1))
    .replace(/\.(?:js|mjs|cjs|ts|py|jar|exe)$/, '')
    .replace(/^(?:mcp-server-|server-|mcp-)/, '')
    .replace(/(?:-mcp-server|-mcp|-server)$/, '')
  return short || name
}
