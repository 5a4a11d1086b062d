import { readFile } from 'node:fs/promises'
import { valueOfJson } from '@gatehouse/domain'
import { sameProgram } from '@gatehouse/domain/launch'
import { z } from 'zod'
import { installFailed } from '../common/install-problem.ts'

/** A package of a lock, at one version. */
export interface LockedPackage {
  name: string
  version: string
  /** As `sha256:…`. */
  hashes: string[]
}

const reportSchema = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      is_direct: z.boolean().catch(false),
      download_info: z.object({
        url: z.string(),
        archive_info: z
          .object({ hashes: z.record(z.string(), z.string()).catch({}) })
          .optional()
          .catch(undefined),
      }),
    }),
  ),
})
const NAME_AND_VERSION = /^([a-z\d][\w.-]*)(?:\[[^\]]*\])?==([\w.!+-]+)$/i
const HASH = /^--hash=(sha(?:256|384|512):[\da-f]+)$/

/**
 * Reads pip's report of a resolution. Rejects with `install/failed` for a package that is from elsewhere than an index,
 * that has no hash, or that would be built and is not among `builds`.
 */
export async function readReport(
  file: string,
  builds: readonly string[],
): Promise<LockedPackage[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const report = reportSchema.safeParse(valueOfJson(text))
  if (!report.success) throw installFailed('failed', 'report.json')
  return report.data.install.map(({ metadata, is_direct: isDirect, download_info: file_ }) => {
    const { name, version } = metadata
    const path = URL.canParse(file_.url) ? new URL(file_.url).pathname : ''
    const isAllowed = path.endsWith('.whl') || builds.some((one) => sameProgram(one, name))
    const hashes = Object.entries(file_.archive_info?.hashes ?? {})
      .map(([algorithm, digest]) => `${algorithm}:${digest}`)
      .filter((hash) => HASH.test(`--hash=${hash}`))
    const id = `${name}==${version}`
    if (isDirect || !isAllowed || hashes.length === 0 || !NAME_AND_VERSION.test(id))
      throw installFailed('other-source', id)
    return { name, version, hashes }
  })
}

/** A requirements file that names one version of each package, with its hashes. */
export const lockText = (packages: readonly LockedPackage[]): string =>
  packages
    .map(({ name, version, hashes }) =>
      [`${name}==${version}`, ...hashes.map((hash) => `--hash=${hash}`)].join(' \\\n    '),
    )
    .join('\n') + '\n'

/**
 * Reads such a file, as uv writes it too. Rejects with `install/failed` for a line that names no version or no hash: an
 * address, a repository, a folder, an option.
 */
export async function readLock(file: string): Promise<LockedPackage[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw installFailed('failed', 'requirements.txt')
  return lines.map(readLine)
}

function readLine(line: string): LockedPackage {
  const [requirement = ''] = line.split(/;| --hash=/, 1)
  const [, name = '', version = ''] = NAME_AND_VERSION.exec(requirement.trim()) ?? []
  const hashes = line.split(/\s+/).flatMap((word) => HASH.exec(word)?.[1] ?? [])
  if (name === '' || hashes.length === 0) throw installFailed('other-source', requirement.trim())
  return { name, version, hashes }
}
