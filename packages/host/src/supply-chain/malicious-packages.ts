import type { NamedPackage, PackageEcosystem } from '@gatehouse/domain/launch'
import list from './malicious-packages.json' with { type: 'json' }
import { normalisePackageName } from './package-names.ts'
import { compareVersions } from './version-order.ts'

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
 * The record about a package: certain where it is about this very version or about all, else about some versions while
 * the launch names none, or one whose order cannot be told. Null for a package that is not in the list.
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
  const answers = records.map((record) => ({
    id: record.id,
    isCertain: isAbout(record, { ecosystem, version }),
  }))
  const found = answers.find(({ isCertain }) => isCertain === true)
  const possible = found ?? answers.find(({ isCertain }) => isCertain === null)
  return possible ? { id: possible.id, isCertain: possible === found } : null
}

const isAboutAll = ({ versions, from = '0', before, through }: MaliciousRecord): boolean =>
  versions === undefined && from === '0' && before === undefined && through === undefined

/** Null where the order of the version cannot be told. */
function isAbout(
  { versions, from, before, through }: MaliciousRecord,
  { ecosystem, version }: { ecosystem: PackageEcosystem; version: string },
): boolean | null {
  const orderOf = (other: string): number | null => compareVersions(ecosystem, version, other)
  if (versions?.some((one) => one === version || orderOf(one) === 0) === true) return true
  if (from === undefined) return false
  const bounds = [
    from === '0' ? true : holds(orderOf(from), (order) => order >= 0),
    before === undefined ? true : holds(orderOf(before), (order) => order < 0),
    through === undefined ? true : holds(orderOf(through), (order) => order <= 0),
  ]
  if (bounds.includes(false)) return false
  return bounds.includes(null) ? null : true
}

const holds = (order: number | null, test: (order: number) => boolean): boolean | null =>
  order === null ? null : test(order)
