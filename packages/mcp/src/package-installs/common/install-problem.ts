import { GatehouseError } from '@gatehouse/domain'
import type { InstallProblem } from '@gatehouse/domain/launch'

const PROBLEM_WORDS: Record<InstallProblem, string> = {
  'no-npm': 'npm was not found on this computer.',
  'npm-too-old': 'npm is too old to install safely.',
  'other-source': 'A package is not from a registry, or is there under another name.',
  'no-python': 'No fitting Python was found on this computer.',
  'no-pip': 'Neither uv nor pip 23 or later was found on this computer.',
  'no-docker': 'Docker was not found on this computer.',
  'docker-stopped': 'Docker is not running.',
  'no-node': 'Node was not found on this computer.',
  'not-found': 'The registry has no such package.',
  'version-not-found': 'The registry has no such version of the package.',
  'registry-unreachable': 'The registry could not be reached.',
  'registry-refused': 'The registry refused the request.',
  certificate: 'The certificate of the registry could not be verified.',
  integrity: 'A fetched file is not the one that the registry describes.',
  'disk-full': 'The disk is full.',
  'not-allowed': 'The folder of the installation could not be written.',
  'node-too-old': 'A package needs another version of Node.',
  'not-for-this-system': 'The package is not for this system.',
  'no-program': 'The package has no program that could be started.',
  'several-programs': 'The package has several programs, and none has its name.',
  'not-for-node': 'The program of the package is not for Node.',
  'other-python': 'A package needs another version of Python.',
  'needs-build': 'A package is published as source only.',
  'script-failed': 'An install script or a build failed.',
  failed: 'The installer failed.',
}

/** `install/failed`; `data.detail` is text of npm or of the package. */
export function installFailed(problem: InstallProblem, detail = ''): GatehouseError {
  return new GatehouseError('install/failed', PROBLEM_WORDS[problem], { data: { problem, detail } })
}

/** Codes of npm and of Node's network layer, as `npm --json` reports them. */
const CODES: readonly (readonly [RegExp, InstallProblem])[] = [
  [/^E404$/, 'not-found'],
  [/^ETARGET$/, 'version-not-found'],
  [/^(?:E40[13]|E429|ENEEDAUTH|EOTP)$/, 'registry-refused'],
  [/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/, 'certificate'],
  [/^(?:EINTEGRITY|TAR_BAD_ARCHIVE|Z_DATA_ERROR|Z_BUF_ERROR)$/, 'integrity'],
  [/^(?:ENOSPC|EDQUOT)$/, 'disk-full'],
  [/^(?:EACCES|EPERM|EROFS)$/, 'not-allowed'],
  [/^EBADENGINE$/, 'node-too-old'],
  [/^EBADPLATFORM$/, 'not-for-this-system'],
  [
    /^(?:E5\d\d|ECONN[A-Z]{1,20}|E(?:NETUNREACH|HOSTUNREACH|TIMEDOUT|AI_AGAIN)|ENOTFOUND|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/,
    'registry-unreachable',
  ],
]

/** The problem behind a code of npm. */
export function problemOfCode(code: string): InstallProblem {
  return CODES.find(([codes]) => codes.test(code))?.[1] ?? 'failed'
}
