import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { ConnectionFailure, ProtocolPreference } from '@gatehouse/domain'
import { errorWords } from '../../message-parsing/describe-issue.ts'
import { offeredIn } from './discover.ts'
import { knownVersions } from '../../transports/protocol-versions.ts'

/** JSON-RPC code "unsupported protocol version" (MCP 2026-07-28). */
const UNSUPPORTED_VERSION = -32_022
/** Characters of a server's list of revisions that are shown. */
const SHOWN_VERSIONS = 200

/** The server and the host have no protocol revision in common; names what both speak. */
export function versionFailure(
  serverName: string,
  wanted: ProtocolPreference,
  offered: string[],
): ConnectionFailure {
  const theirs = offered.join(', ').slice(0, SHOWN_VERSIONS)
  const wantedOnes = wantedVersions(wanted)
  const ours = wantedOnes.join(', ')
  const common = wantedOnes.filter((version) => offered.includes(version))
  if (common.length > 0)
    return {
      code: 'protocol',
      detail: `${serverName}: ${theirs}`,
      message: `${serverName} refused the handshake, although it names a revision that Gatehouse speaks: ${common.join(', ')}. Choose another protocol setting or update the server.`,
      lastLines: [],
    }
  return {
    code: 'version-unsupported',
    detail: `${serverName}: ${theirs || '?'} · Gatehouse: ${ours}`,
    message: `${serverName} and Gatehouse have no protocol revision in common: it offers ${theirs || 'none that it names'}, Gatehouse was to speak ${ours}. Choose another protocol setting or update the server.`,
    lastLines: [],
  }
}

/** The settings ask for a revision that the host does not know. */
export function unknownVersionFailure(serverName: string, pin: string): ConnectionFailure {
  const ours = knownVersions().join(', ')
  return {
    code: 'version-unsupported',
    detail: `${pin} · Gatehouse: ${ours}`,
    message: `${serverName} is to be spoken to in the protocol revision ${pin}, which Gatehouse does not know. It knows ${ours}. Choose one of them in the server's settings.`,
    lastLines: [],
  }
}

/** The failure for an error in response to the handshake, over any transport. */
export function handshakeFailure(
  server: { name: string; wanted: ProtocolPreference; lastLines: string[] },
  error: unknown,
): ConnectionFailure {
  const words = errorWords(error)
  const { name, wanted, lastLines } = server
  if (isVersionError(error, words))
    return { ...versionFailure(name, wanted, offeredBy(error, words)), lastLines }
  return {
    code: 'protocol',
    detail: words.slice(0, 300),
    message: `${name} responded to the handshake with an error: ${words.slice(0, 300)}`,
    lastLines,
  }
}

function isVersionError(error: unknown, words: string): boolean {
  return (
    (error instanceof ProtocolError && error.code === UNSUPPORTED_VERSION) ||
    /protocol version is not supported/i.test(words) ||
    (error instanceof SdkError &&
      error.code === SdkErrorCode.EraNegotiationFailed &&
      /pinned protocol version|no modern evidence/.test(words))
  )
}

function offeredBy(error: unknown, words: string): string[] {
  const named = error instanceof ProtocolError ? offeredIn(error.data) : []
  if (named.length > 0) return named
  const supported = /protocol version is not supported: (\S{1,100})/i.exec(words)?.[1]
  return supported === undefined ? [] : [supported]
}

function wantedVersions(wanted: ProtocolPreference): string[] {
  if (typeof wanted === 'object') return [wanted.pin]
  const [, ...legacy] = knownVersions()
  return wanted === 'legacy' ? legacy : knownVersions()
}
