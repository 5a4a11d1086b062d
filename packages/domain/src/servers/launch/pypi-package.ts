import { programNameOf } from './effective-launch.ts'
import type { NotInstallable, NotInstallableReason, WantedPackage } from './wanted-package.ts'

/** A requirement of PyPI: a name, its extras and its versions. */
interface Requirement {
  name: string
  extras: string[]
  /** Comparisons, joined by commas; empty for any version. */
  wanted: string
}

const NAME = /^[a-z\d][\w.-]*$/i
const COMPARISON = /^(?:[<>=~!]=|===|<|>)[\w.*+!-]+$/
const MAX_NAME = 214
/** Options that change nothing of what runs. */
const HARMLESS =
  /^(?:-[qvn]|--(?:quiet|verbose|isolated|no-cache|refresh|native-tls|no-progress|no-python-downloads))$/
const PROGRAM = /^[\w.-]+$/
const PYTHON = /^\d{1,3}(?:\.\d{1,3}){0,2}$/
const FROM = /^--(?:from|spec)$/
const PYTHON_OPTION = /^(?:-p|--python)$/

const REFUSED: readonly [RegExp, NotInstallableReason][] = [
  [/^(?:-i|-f|--(?:(?:default-|extra-)?index(?:-url)?|find-links|pip-args))$/, 'index'],
  [/^--(?:with-editable|with-requirements|editable|directory|project)$/, 'folder'],
]

/**
 * The package that `uvx`, `uv tool run` or `pipx run` would fetch, or the part of the launch for which it cannot be
 * installed. Null for another program, and where no package is named.
 */
export function pypiPackageOf({
  command,
  args,
}: {
  command: string
  args: readonly string[]
}): WantedPackage | NotInstallable | null {
  const words = runnerWords(programNameOf(command), args)
  if (words === null) return null
  const read = readOptions(words)
  if ('reason' in read) return read
  const { from, further, python, rest } = read
  const [first, ...own] = rest
  if (first === undefined) return null
  const found = readRequirement(from ?? first)
  if ('reason' in found) return found
  const isInterpreter = PYTHON.test(first.replace(/^python/i, '')) || first === 'python'
  if (isInterpreter || (from !== undefined && !PROGRAM.test(first)))
    return { reason: 'option', word: first }
  const { name, extras, wanted } = found
  const beside: string[] = []
  for (const word of further) {
    const one = readRequirement(word)
    if ('reason' in one) return one
    beside.push(requirementText(one))
  }
  return {
    ecosystem: 'pypi',
    name,
    wanted,
    program: from === undefined ? null : first,
    args: own,
    pypi: { extras, with: beside, python },
  }
}

/** The requirement as uv and pip are given it. */
export const pypiSpec = ({ name, wanted, pypi }: Pick<WantedPackage, 'name' | 'wanted' | 'pypi'>) =>
  requirementText({ name, wanted, extras: pypi?.extras ?? [] })

/** The launch that fetches the package at each start. */
export function uvxArguments(found: Omit<WantedPackage, 'ecosystem'>): string[] {
  const { program, args, pypi = { extras: [], with: [], python: '' } } = found
  const spec = pypiSpec(found)
  return [
    ...(pypi.python === '' ? [] : ['--python', pypi.python]),
    ...pypi.with.flatMap((one) => ['--with', one]),
    ...(program === null ? [spec] : ['--from', spec, program]),
    ...args,
  ]
}

const requirementText = ({ name, extras, wanted }: Requirement): string =>
  name + (extras.length === 0 ? '' : `[${extras.join(',')}]`) + wanted

function runnerWords(program: string, args: readonly string[]): readonly string[] | null {
  if (program === 'uvx') return args
  const [first, second] = args
  if (program === 'uv') return first === 'tool' && second === 'run' ? args.slice(2) : null
  return program === 'pipx' && first === 'run' ? args.slice(1) : null
}

interface ReadOptions {
  from: string | undefined
  /** Requirements of `--with`. */
  further: string[]
  python: string
  /** The first word that is no option, and all after it. */
  rest: string[]
}

function readOptions(words: readonly string[]): ReadOptions | NotInstallable {
  const read: ReadOptions = { from: undefined, further: [], python: '', rest: [...words] }
  const { rest } = read
  for (let word = rest[0]; word?.startsWith('-') === true; word = rest[0]) {
    rest.shift()
    if (word === '--') break
    if (HARMLESS.test(word)) continue
    const [option = '', ...joined] = word.split('=')
    const refused = REFUSED.find(([options]) => options.test(option))?.[1]
    if (refused) return { reason: refused, word }
    const value = (): string => (joined.length > 0 ? joined.join('=') : (rest.shift() ?? ''))
    if (FROM.test(option)) read.from = value()
    else if (option === '--with') read.further.push(...splitRequirements(value()))
    else if (PYTHON_OPTION.test(option)) {
      read.python = value()
      if (!PYTHON.test(read.python)) return { reason: 'option', word: `${option} ${read.python}` }
    } else return { reason: 'option', word }
  }
  return read
}

/** Several requirements in one word: a comma before a letter begins the next. */
function splitRequirements(text: string): string[] {
  return text.split(/,(?=\s?[a-z])/i).map((one) => one.trim())
}

/** Reads `name`, `name[extra]>=1,<2` or `name@1.2`. */
function readRequirement(text: string): Requirement | NotInstallable {
  const refusal = elsewhere(text)
  if (refusal !== null) return { reason: refusal, word: text }
  const bare = text.replaceAll(/\s/g, '')
  const end = bare.search(/[[@=<>~!]/)
  const name = end < 0 ? bare : bare.slice(0, end)
  let versions = end < 0 ? '' : bare.slice(end)
  const bracket = versions.startsWith('[') ? versions.indexOf(']') : 0
  const extras = bracket > 0 ? versions.slice(1, bracket).split(',') : []
  if (bracket > 0) versions = versions.slice(bracket + 1)
  const wanted = versions.startsWith('@') ? exactly(versions.slice(1)) : versions
  const isReadable =
    name.length <= MAX_NAME &&
    [name, ...extras].every((one) => NAME.test(one)) &&
    (wanted === '' || wanted.split(',').every((one) => COMPARISON.test(one)))
  return isReadable ? { name, extras, wanted } : { reason: 'option', word: text }
}

const exactly = (version: string): string => (version === 'latest' ? '' : `==${version}`)

/** The source of a package that comes from elsewhere than a registry; null for a name. */
function elsewhere(text: string): NotInstallableReason | null {
  if (/(?:^|@\s?)(?:git|hg|svn|bzr)\+/.test(text)) return 'repository'
  if (text.includes('://')) return 'address'
  const isPath = /^[.~]|[\\/]/.test(text) || /\.(?:whl|py|zip|tar\.gz)$/.test(text)
  return isPath ? 'folder' : null
}
