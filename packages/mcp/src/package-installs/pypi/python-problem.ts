import type { GatehouseError } from '@gatehouse/domain'
import { sameProgram, type InstallProblem } from '@gatehouse/domain/launch'
import { installFailed } from '../common/install-problem.ts'
import type { InstallerEnd } from '../common/installer-process.ts'

const MAX_DETAIL = 600
/** Words of pip before a requirement that nothing fits, and before the versions that there are. */
const UNSATISFIED = 'Could not find a version that satisfies the requirement '
const VERSIONS = '(from versions: '

/** Words of pip and uv, in the order in which they are looked for. */
const WORDS: readonly (readonly [RegExp, InstallProblem])[] = [
  [/DO NOT MATCH THE HASHES|Hash mismatch for|BadZipFile/, 'integrity'],
  [/No space left on device|Disk quota exceeded/, 'disk-full'],
  [/ssl certificate|CERTIFICATE_VERIFY_FAILED|invalid peer certificate/, 'certificate'],
  [/connection error:|error sending request|Connection refused|dns error/i, 'registry-unreachable'],
  [/\b(?:401|403) (?:Client Error|Unauthorized|Forbidden)/, 'registry-refused'],
  [/No interpreter found|No virtual environment or system Python/, 'no-python'],
  [
    /subprocess-exited-with-error|Failed to (?:download and )?build|Failed building/,
    'script-failed',
  ],
  [/requires? a different Python|does not satisfy Python|current Python version/i, 'other-python'],
  [/from versions: none|was not found in the package registry/, 'not-found'],
  [/from versions:|there is no version of|there are no versions of/, 'version-not-found'],
  [/Permission denied|Read-only file system/, 'not-allowed'],
]

/** `install/failed` with the problem that pip or uv tells. */
export function pythonProblem(end: InstallerEnd): GatehouseError {
  const text = plainText(end)
  const problem = WORDS.find(([words]) => words.test(text))?.[1] ?? 'failed'
  const told = end.errors
    .split('\n')
    .filter((line) => /^(?:ERROR|error):/.test(line))
    .map((line) => line.replace(/^\w+: ?/, ''))
  const detail = told.length > 0 ? told.join(' ') : plainText({ ...end, output: '' })
  return installFailed(problem, detail.slice(0, MAX_DETAIL))
}

/** Names of packages that have no wheel for this system, and source that could be built. */
export function packagesToBuild(end: InstallerEnd): string[] {
  const text = plainText(end)
  const uv = [...text.matchAll(/Wheels are required for `([\w.-]+)` because/g)]
  if (uv.length > 0) return [...new Set(uv.map(([, name = '']) => name))]
  const at = text.indexOf(UNSATISFIED)
  if (at < 0) return []
  const rest = text.slice(at + UNSATISFIED.length)
  const until = rest.indexOf(VERSIONS)
  const requirement = rest.slice(0, Math.max(0, until))
  const isNone = rest.startsWith('none', until + VERSIONS.length)
  const name = /^[\w.-]+/.exec(requirement)?.[0] ?? ''
  const exact = /==([\w.!+-]+)/.exec(requirement)?.[1]
  const sources = [...text.matchAll(/No sources permitted for ([\w.-]+): (\S+)/g)].filter(
    ([, project = '', address = '']) =>
      sameProgram(project, name) && (exact === undefined || address.includes(`-${exact}.`)),
  )
  return sources.length > 0 && (isNone || exact !== undefined) ? [name] : []
}

/** Both outputs on one line, without the frame that uv draws around lines. */
const plainText = ({ output, errors }: Pick<InstallerEnd, 'output' | 'errors'>): string =>
  `${output} ${errors}`.replaceAll(/[\s│╰─▶×├]+/g, ' ').trim()
