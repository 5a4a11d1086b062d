import type { PackageEcosystem } from '@gatehouse/domain/launch'
import { KNOWN_PACKAGES } from './known-packages.ts'

/** Another package that a name resembles. `isTwin`: the same name in another scope, or in another registry. */
interface Resemblance {
  known: string
  isTwin: boolean
}

/** Words that many names of servers share, and that tell none from another. */
const COMMON = new Set([
  'mcp',
  'server',
  'servers',
  'client',
  'model',
  'context',
  'protocol',
  'modelcontextprotocol',
])
const REGISTRY_NAMES: Readonly<Record<PackageEcosystem, string>> = { npm: 'npm', pypi: 'PyPI' }
/** Letters and figures that look alike. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['5', 's'],
  ['rn', 'm'],
  ['vv', 'w'],
]
/** Letters of the part that tells names apart, from which on one and two changes are no chance. */
const MIN_FOR_ONE = 4
const MIN_FOR_TWO = 8

/** The name as its registry compares it (npm in small letters; PEP 503). */
export function normalisePackageName(ecosystem: PackageEcosystem, name: string): string {
  const small = name.toLowerCase()
  return ecosystem === 'npm' ? small : small.replaceAll(/[-_.]+/g, '-')
}

/** Finds the well-known package that a name could be taken for; null for that package itself and for any other name. */
export function resemblanceOf(ecosystem: PackageEcosystem, written: string): Resemblance | null {
  const name = normalisePackageName(ecosystem, written)
  if (KNOWN_PACKAGES[ecosystem].includes(name)) return null
  const base = baseOf(name)
  const twin = KNOWN_PACKAGES[ecosystem].find(
    (known) => baseOf(known) === base && known.startsWith('@') && !isCommonOnly(base),
  )
  if (twin !== undefined) return { known: twin, isTwin: true }
  const other = ecosystem === 'npm' ? 'pypi' : 'npm'
  if (KNOWN_PACKAGES[other].includes(name))
    return { known: `${name} (${REGISTRY_NAMES[other]})`, isTwin: true }
  const near = KNOWN_PACKAGES[ecosystem].find((known) => isNear(name, known))
  return near === undefined ? null : { known: near, isTwin: false }
}

const baseOf = (name: string): string => name.split('/').at(-1) ?? name
const tokensOf = (name: string): string[] => name.split(/[^a-z\d]+/).filter((token) => token !== '')
const isCommonOnly = (name: string): boolean => tokensOf(name).every((token) => COMMON.has(token))

function isNear(name: string, known: string): boolean {
  if (spoken(name) === spoken(known) || sorted(name) === sorted(known)) return true
  if (frameOf(name) !== frameOf(known)) {
    const letters = tokensOf(known).join('').length
    return editDistance(name, known) <= (letters < MIN_FOR_TWO ? 1 : 2)
  }
  const [ours, theirs] = [ownPart(name), ownPart(known)]
  const allowed = theirs.length < MIN_FOR_ONE ? 0 : theirs.length < MIN_FOR_TWO ? 1 : 2
  return editDistance(ours, theirs) <= allowed
}

/** The name without separators, letters that look alike made the same. */
function spoken(name: string): string {
  let text = tokensOf(name).join('')
  for (const [from, to] of LOOKALIKES) text = text.replaceAll(from, to)
  return text
}

const sorted = (name: string): string => tokensOf(name).toSorted().join('-')

/** The common words of a name at their places. */
const frameOf = (name: string): string =>
  tokensOf(name)
    .map((token) => (COMMON.has(token) ? token : '*'))
    .join('-')
    .replaceAll(/\*(?:-\*)+/g, '*')

const ownPart = (name: string): string =>
  tokensOf(name)
    .filter((token) => !COMMON.has(token))
    .join('-')

/** Insertions, removals, replacements and swaps of neighbours between two texts (optimal string alignment). */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_none, at) => at)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      )
      rows[row]?.push(best)
    }
  }
  return at(one.length, other.length)
}
