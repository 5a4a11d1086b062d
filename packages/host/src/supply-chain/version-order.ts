import type { PackageEcosystem } from '@gatehouse/domain/launch'

/** A number of up to 15 digits, which is exact. */
const NUMBERS = String.raw`\d{1,15}(?:\.\d{1,15}){0,20}`
/** Semantic Versioning 2.0, section 10; fewer or more than three numbers are taken too. */
const SEMANTIC = new RegExp(
  String.raw`^[v=]?(?<release>${NUMBERS})(?:-(?<preview>[\w.-]+))?(?:\+[\w.-]*)?$`,
)
/** PEP 440, appendix B, without the local part. */
const PYTHON = new RegExp(
  String.raw`^v?(?:(?<epoch>\d{1,15})!)?(?<release>${NUMBERS})` +
    String.raw`(?:[-_.]?(?<stage>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?<preview>\d{0,15}))?` +
    String.raw`(?<post>-(?<plain>\d{1,15})|[-_.]?(?:post|rev|r)[-_.]?(?<after>\d{0,15}))?` +
    String.raw`(?<dev>[-_.]?dev[-_.]?(?<snapshot>\d{0,15}))?(?:\+[\w.-]*)?$`,
)
const STAGES: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2, r: 2, p: 2 }
const NO_STAGE = 3
const SNAPSHOT_ALONE = -1

/** A version as its registry orders it: part by part, a missing number is 0. */
interface OrderedVersion {
  epoch: number
  release: number[]
  /** Numbers after the release: of its pre-release, post-release or development version. */
  suffix: number[]
  /** Identifiers of a semantic preview; empty for a release. */
  preview: string[]
}

/** Order of two versions as their registry has it; null where one of them cannot be read. Builds are equal. */
export function compareVersions(
  ecosystem: PackageEcosystem,
  one: string,
  other: string,
): number | null {
  const read = ecosystem === 'npm' ? readSemantic : readPython
  const [ours, theirs] = [read(one), read(other)]
  if (!ours || !theirs) return null
  return (
    ours.epoch - theirs.epoch ||
    compareNumbers(ours.release, theirs.release) ||
    compareNumbers(ours.suffix, theirs.suffix) ||
    comparePreviews(ours.preview, theirs.preview)
  )
}

function readSemantic(version: string): OrderedVersion | null {
  const groups = SEMANTIC.exec(version.trim())?.groups
  if (!groups) return null
  const preview = groups['preview']?.split('.') ?? []
  return { epoch: 0, release: numbersOf(groups['release']), suffix: [], preview }
}

function readPython(version: string): OrderedVersion | null {
  const groups = PYTHON.exec(version.trim().toLowerCase())?.groups
  if (!groups) return null
  const { epoch, release, stage, preview, post, plain, after, dev, snapshot } = groups
  const isSnapshotAlone = dev !== undefined && stage === undefined && post === undefined
  const rank = stage === undefined ? NO_STAGE : (STAGES[stage.charAt(0)] ?? NO_STAGE)
  const suffix = [
    isSnapshotAlone ? SNAPSHOT_ALONE : rank,
    Number(preview ?? 0),
    post === undefined ? -1 : Number(plain ?? after ?? 0),
    dev === undefined ? Number.MAX_SAFE_INTEGER : Number(snapshot ?? 0),
  ]
  return { epoch: Number(epoch ?? 0), release: numbersOf(release), suffix, preview: [] }
}

const numbersOf = (release = ''): number[] => release.split('.').map(Number)

function compareNumbers(ours: readonly number[], theirs: readonly number[]): number {
  for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
    const difference = (ours[at] ?? 0) - (theirs[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Semantic Versioning 2.0, section 11: a release goes after its previews, numbers go before words. */
function comparePreviews(ours: readonly string[], theirs: readonly string[]): number {
  if (ours.length === 0 || theirs.length === 0) return theirs.length - ours.length
  for (let at = 0; at < Math.min(ours.length, theirs.length); at += 1) {
    const difference = compareIdentifiers(ours[at] ?? '', theirs[at] ?? '')
    if (difference !== 0) return difference
  }
  return ours.length - theirs.length
}

function compareIdentifiers(one: string, other: string): number {
  if (one === other) return 0
  const [isNumber, isOtherNumber] = [one, other].map((text) => /^\d+$/.test(text))
  if (isNumber !== isOtherNumber) return isNumber === true ? -1 : 1
  if (isNumber === true) return Number(one) - Number(other)
  return one < other ? -1 : 1
}
