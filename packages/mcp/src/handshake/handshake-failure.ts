import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { ConnectionFailure } from '@gatehouse/domain'

/** JSON-RPC code "unsupported protocol version" (MCP 2026-07-28). */
const UNSUPPORTED_VERSION = -32_022

/** The server and the host have no protocol revision in common. */
export function versionFailure(
  serverName: string,
  wanted: string,
  offered: string,
): ConnectionFailure {
  return {
    code: 'version-unsupported',
    detail: offered,
    message: `${serverName} does not speak the protocol revision ${wanted}. It offers: ${offered || 'none that it names'}. Choose another protocol setting or update the server.`,
    lastLines: [],
  }
}

/** What an error answer to the handshake means, whatever the transport. */
export function handshakeFailure(
  serverName: string,
  error: unknown,
  lastLines: string[],
): ConnectionFailure {
  const words = error instanceof Error ? error.message : String(error)
  const isVersion =
    (error instanceof ProtocolError && error.code === UNSUPPORTED_VERSION) ||
    /protocol version is not supported/i.test(words) ||
    (error instanceof SdkError &&
      error.code === SdkErrorCode.EraNegotiationFailed &&
      /pinned protocol version/.test(words))
  if (isVersion)
    return {
      code: 'version-unsupported',
      detail: words.slice(0, 300),
      message: `${serverName} and Gatehouse have no protocol revision in common: ${words.slice(0, 300)}. Choose another protocol setting or update the server.`,
      lastLines,
    }
  return {
    code: 'protocol',
    detail: words.slice(0, 300),
    message: `${serverName} answered the handshake with an error: ${words.slice(0, 300)}`,
    lastLines,
  }
}
