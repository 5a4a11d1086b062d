import { unwrap, type LaunchedProgram } from './effective-launch.ts'
import { fetchingProgram, innermostRunner } from './fetching-launch.ts'

/** Registries whose packages can be looked up by name. */
export type PackageEcosystem = 'npm' | 'pypi'

/** A package of a registry, by name. */
export interface NamedPackage {
  ecosystem: PackageEcosystem
  name: string
  /** Exact version; null for none, a range or a tag. */
  version: string | null
}

/** The packages that a launch fetches at its start, as far as its arguments name them. */
export interface FetchedPackages {
  packages: NamedPackage[]
  /** Words whose package cannot be told: repositories, addresses, images, unknown options, other runners. */
  unreadable: string[]
}

interface Runner {
  ecosystem: PackageEcosystem
  /** Words before the options; null where there are none. */
  verb: readonly RegExp[] | null
  /** Options that name the package: the first word is a program of it. */
  names: RegExp
  /** Options that name a further package. */
  adds: RegExp | null
  /** Options with a value that names no package. */
  values: RegExp
  flags: RegExp
  /** True if options are read behind the first word too, up to `--`. */
  readsAll?: boolean
}

const NPM: Omit<Runner, 'verb'> = {
  ecosystem: 'npm',
  names: /^(?:-p|--package)$/,
  adds: null,
  values: /^--(?:cache|prefix|loglevel|node-options)$/,
  flags:
    /^(?:-[yq]|--(?:yes|quiet|silent|verbose|bun|prefer-online|prefer-offline|offline|ignore-scripts))$/,
}
const PYPI: Omit<Runner, 'verb'> = {
  ecosystem: 'pypi',
  names: /^--(?:from|spec)$/,
  adds: /^--with$/,
  values: /^(?:-p|--(?:python|directory|cache-dir|refresh-package))$/,
  flags:
    /^(?:-[qvn]|--(?:quiet|verbose|isolated|no-cache|offline|refresh|native-tls|no-config|no-progress))$/,
}

/** Programs that fetch packages. Another registry than the usual one is an option that is not understood. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  npx: { ...NPM, verb: null },
  pnpx: { ...NPM, verb: null },
  bunx: { ...NPM, verb: null },
  // `-p` names a package to npx alone: to npm it is another option, and is said as not understood.
  npm: { ...NPM, verb: [/^(?:exec|x)$/], names: /^--package$/, readsAll: true },
  pnpm: { ...NPM, verb: [/^dlx$/] },
  yarn: { ...NPM, verb: [/^dlx$/] },
  bun: { ...NPM, verb: [/^x$/] },
  uvx: { ...PYPI, verb: null },
  uv: { ...PYPI, verb: [/^tool$/, /^run$/] },
  pipx: { ...PYPI, verb: [/^run$/] },
}

const NPM_NAME = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i
const PYPI_NAME = /^[a-z\d][\w.-]*$/i
const EXACT = /^[=v]{0,3}(\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]+)?)$/
const MAX_NAME = 214

/** Reads the packages that a launch fetches at its start. Null for a launch that fetches nothing. */
export function fetchedPackages(
  launch: Pick<LaunchedProgram, 'command' | 'args'>,
): FetchedPackages | null {
  const { name, program } = innermostRunner(launch)
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
  const words = runner ? afterVerb(runner.verb ?? [], program.args) : null
  if (runner && words) return readWords(runner, words)
  const isOpen = unwrap(program, name) === 'unknown'
  return isOpen || fetchingProgram(launch) !== undefined
    ? { packages: [], unreadable: [program.command] }
    : null
}

/** Reads the package of an npm spec: `name`, `name@version`, `alias@npm:name@version`. Null for any other source. */
function readNpm(spec: string): NamedPackage | null {
  const aliased = /^[^@]+@npm:(.+)$/.exec(spec)?.[1] ?? spec
  const at = aliased.indexOf('@', 1)
  const name = at < 0 ? aliased : aliased.slice(0, at)
  const wanted = at < 0 ? '' : aliased.slice(at + 1)
  if (name.length > MAX_NAME || !NPM_NAME.test(name) || /[:/\s]/.test(wanted)) return null
  return { ecosystem: 'npm', name, version: EXACT.exec(wanted)?.[1] ?? null }
}

/** Reads the package of a Python requirement: `name`, `name[extra]==1.2`, `name@1.2`. Null for any other source. */
function readPypi(spec: string): NamedPackage | null {
  const [whole = ''] = spec.split(';', 1)
  const end = whole.search(/[[@=<>~!\s]/)
  const name = end < 0 ? whole : whole.slice(0, end)
  const wanted = (end < 0 ? '' : whole.slice(end)).replace(/^\[[^\]]*\]/, '').trim()
  if (name.length > MAX_NAME || !PYPI_NAME.test(name) || /[:/]/.test(wanted)) return null
  const version = /^(?:===?|@)\s*(\d[^\s,*]*)$/.exec(wanted)?.[1] ?? null
  return { ecosystem: 'pypi', name, version }
}

function afterVerb(verb: readonly RegExp[], args: readonly string[]): readonly string[] | null {
  return verb.every((word, at) => word.test(args[at] ?? '')) ? args.slice(verb.length) : null
}

function readWords(runner: Runner, words: readonly string[]): FetchedPackages {
  const { first, named, added, unreadable } = readOptions(runner, words)
  if (first !== undefined && named.length === 0) named.push(first)
  const read = runner.ecosystem === 'npm' ? readNpm : readPypi
  const packages: NamedPackage[] = []
  for (const spec of [...named, ...added]) {
    const found = read(spec)
    if (found) packages.push(found)
    else unreadable.push(spec)
  }
  return { packages, unreadable }
}

interface ReadOptions {
  /** The first word that is no option. */
  first: string | undefined
  named: string[]
  added: string[]
  unreadable: string[]
}

function readOptions(runner: Runner, words: readonly string[]): ReadOptions {
  const { readsAll = false } = runner
  const read: ReadOptions = { first: undefined, named: [], added: [], unreadable: [] }
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      read.first ??= rest[0]
      break
    }
    if (!word.startsWith('-')) {
      read.first ??= word
      if (!readsAll) break
      continue
    }
    const [option = '', ...joined] = word.split('=')
    const list = listOf(runner, option, read)
    if (list || runner.values.test(option)) {
      const isNext = joined.length === 0 && rest[0] !== '--'
      const value = isNext ? (rest.shift() ?? '') : joined.join('=')
      list?.push(...value.split(','))
    } else if (!runner.flags.test(word)) read.unreadable.push(word)
    // npm takes such a word as the value of the flag before it.
    else if (readsAll && /^(?:true|false|null)$/.test(rest[0] ?? '')) rest.shift()
  }
  return read
}

function listOf(runner: Runner, option: string, { named, added }: ReadOptions): string[] | null {
  if (runner.names.test(option)) return named
  return runner.adds?.test(option) === true ? added : null
}
