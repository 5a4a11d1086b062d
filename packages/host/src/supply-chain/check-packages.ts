import type { DraftTransport } from '@gatehouse/domain'
import {
  fetchedPackages,
  type InstalledPackage,
  type LaunchRisk,
  type NamedPackage,
  type PackageChecks,
} from '@gatehouse/domain/launch'
import type { ContainedPackage } from '../ports/package-installer.ts'
import {
  MALICIOUS_PACKAGES,
  maliciousRecordOf,
  sizeOfList,
  type MaliciousPackages,
} from './malicious-packages.ts'
import { resemblanceOf } from './package-names.ts'

/** A version younger than this is pointed out: a takeover is usually found within days. */
export const NEW_PACKAGE_DAYS = 14
const DAY_MS = 86_400_000

/** A package of a launch, and the time of its publication where a registry told it. */
interface CheckedPackage extends NamedPackage {
  publishedAt: number | null
}

/** An installation of a launch: the wanted package, and all that came with it. */
interface InstalledContents {
  package: Pick<InstalledPackage, 'ecosystem' | 'name' | 'version' | 'publishedAt'>
  contents: readonly ContainedPackage[]
}

interface PackageFindings {
  risks: LaunchRisk[]
  packageChecks?: PackageChecks
}

interface CheckOptions {
  now: number
  /** Default: the list that ships with the app. */
  list?: MaliciousPackages
}

/** Compares the packages that a launch would fetch, or starts from an installation. Empty for a launch of none. */
export function checkLaunch(
  transport: DraftTransport,
  installed: InstalledContents | undefined,
  options: CheckOptions,
): PackageFindings {
  if (installed) {
    const { ecosystem, name, version, publishedAt = null } = installed.package
    if (ecosystem === 'oci') return checkPackages([], { unchecked: [name], others: [] }, options)
    const wanted = { ecosystem, name, version, publishedAt }
    const bundled = installed.contents.filter(isBundled)
    const others = installed.contents.filter(
      (one) => !isBundled(one) && (one.name !== name || one.version !== version),
    )
    const found = checkPackages([wanted], { unchecked: bundled.map(specOf), others }, options)
    // What an archive brings may have any name: one of the list is still worth saying.
    const more = bundled.flatMap((one) => maliciousRisks(one, options.list ?? MALICIOUS_PACKAGES))
    return { ...found, risks: [...found.risks, ...more] }
  }
  const fetched = transport.kind === 'stdio' ? fetchedPackages(transport) : null
  if (!fetched) return { risks: [] }
  const packages = fetched.packages.map((one) => ({ ...one, publishedAt: null }))
  return checkPackages(packages, { unchecked: fetched.unreadable, others: [] }, options)
}

/** Compares packages by name and version with the lists; `others` with that of malicious ones only. */
export function checkPackages(
  packages: readonly CheckedPackage[],
  { unchecked, others }: { unchecked: string[]; others: readonly NamedPackage[] },
  { now, list = MALICIOUS_PACKAGES }: CheckOptions,
): PackageFindings {
  const risks = packages.flatMap((one) => [
    ...maliciousRisks(one, list),
    ...nameRisks(one),
    ...ageRisks(one, now),
  ])
  return {
    risks: [...risks, ...others.flatMap((one) => maliciousRisks(one, list))],
    packageChecks: {
      listDate: list.date,
      listSize: sizeOfList(list),
      packages: packages.map(({ name, version, publishedAt }) => ({ name, version, publishedAt })),
      dependencies: others.length,
      unchecked,
    },
  }
}

function maliciousRisks(one: NamedPackage, list: MaliciousPackages): LaunchRisk[] {
  const record = maliciousRecordOf(one, list)
  if (!record) return []
  const code = record.isCertain ? 'malicious-package' : 'malicious-versions'
  return [{ code, where: 'argument', value: specOf(one), detail: record.id }]
}

function nameRisks({ ecosystem, name }: NamedPackage): LaunchRisk[] {
  const found = resemblanceOf(ecosystem, name)
  if (!found) return []
  const code = found.isTwin ? 'package-twin' : 'lookalike-package'
  return [{ code, where: 'argument', value: name, detail: found.known }]
}

function ageRisks(one: CheckedPackage, now: number): LaunchRisk[] {
  const { publishedAt } = one
  if (publishedAt === null || now - publishedAt >= NEW_PACKAGE_DAYS * DAY_MS) return []
  const detail = new Date(publishedAt).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return [{ code: 'new-package', where: 'argument', value: specOf(one), detail }]
}

const isBundled = (one: ContainedPackage): boolean => one.isBundled === true

const specOf = ({ name, version }: NamedPackage): string =>
  version === null ? name : `${name}@${version}`
