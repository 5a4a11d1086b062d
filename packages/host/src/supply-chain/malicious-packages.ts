import type { NamedPackage, PackageEcosystem } from '@gatehouse/domain/launch'
import list from './malicious-packages.json' with { type: 'json' }
import { normalisePackageName } from './package-names.ts'

/** One record about a package: without versions and range it is about all versions. */
interface MaliciousRecord {
  /** Of OSV. */
  id: string
  versions?: string[]
  /** First version of a range; `before` is the first one that is clean again, `through` the last malicious one. */
  from?: string
  before?: string
  through?: string
}

/** A list of malicious packages with its day, as `packages/tooling/bin/malicious-packages.mjs` makes it. */
export interface MaliciousPackages {
  date: string
  packages: Partial<Record<PackageEcosystem, Record<string, MaliciousRecord[]>>>
}

/** The list that ships with the app. */
export const MALICIOUS_PACKAGES: MaliciousPackages = list

/** Number of names in a list. */
export function sizeOfList({ packages }: MaliciousPackages): number {
  return Object.values(packages).reduce((sum, names) => sum + Object.keys(names).length, 0)
}

/**
 * The record about a package: `certain` where it is about this very version or about all, else about some versions while
 * the launch names none. Null for a package that is not in the list.
 */
export function maliciousRecordOf(
  { ecosystem, name, version }: NamedPackage,
  { packages }: MaliciousPackages,
): { id: string; isCertain: boolean } | null {
  const names = packages[ecosystem] ?? {}
  const key = normalisePackageName(ecosystem, name)
  const records = Object.hasOwn(names, key) ? (names[key] ?? []) : []
  const all = records.find(isAboutAll)
  if (all) return { id: all.id, isCertain: true }
  if (version === null) return records[0] ? { id: records[0].id, isCertain: false } : null
  const found = records.find((record) => isAbout(record, version))
  return found ? { id: found.id, isCertain: true } : null
}

const isAboutAll = ({ versions, from = '0', before, through }: MaliciousRecord): boolean =>
  versions === undefined && from === '0' && before === undefined && through === undefined

function isAbout({ versions, from, before, through }: MaliciousRecord, version: string): boolean {
  if (versions?.includes(version)) return true
  if (from === undefined) return false
  const isFrom = from === '0' || compareVersions(version, from) >= 0
  const isBefore = before === undefined || compareVersions(version, before) < 0
  return isFrom && isBefore && (through === undefined || compareVersions(version, through) <= 0)
}

/** Order of two versions by their numbers; a release goes after its own previews (Semantic Versioning 2.0, section 11). */
function compareVersions(one: string, other: string): number {
  const [ours, theirs] = [one, other].map((version) => {
    const [release = '', preview = ''] = version.split('+', 1)[0]?.split(/-(.*)/s) ?? []
    return { numbers: release.split('.').map(Number), preview }
  })
  for (let at = 0; at < 4; at += 1) {
    const difference = (ours?.numbers[at] ?? 0) - (theirs?.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (ours?.preview === theirs?.preview) return 0
  if (ours?.preview === '') return 1
  if (theirs?.preview === '') return -1
  return (ours?.preview ?? '').localeCompare(theirs?.preview ?? '', 'en', { numeric: true })
}
