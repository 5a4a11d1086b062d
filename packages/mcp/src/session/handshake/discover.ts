import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  type DiscoverResult,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client'
import type { ClientFeatures } from '@gatehouse/host/ports'
import { clientCapabilities } from './client-capabilities.ts'
import type { ClientInfo } from '../session.ts'
import { MODERN_VERSION } from '../../transports/protocol-versions.ts'

/** A string, so that it never meets the client's own numeric ids. */
export const DISCOVER_ID = 'gatehouse-discover'

export type DiscoverOutcome =
  | { era: 'modern'; discover: DiscoverResult }
  /** `offered` names what a modern server speaks instead, if it is one. */
  | { era: 'legacy'; offered: string[] }

/** `server/discover`, which a modern server supports and a legacy one refuses (MCP 2026-07-28). */
export function discoverRequest(clientInfo: ClientInfo, features: ClientFeatures): JSONRPCMessage {
  return {
    jsonrpc: '2.0',
    id: DISCOVER_ID,
    method: 'server/discover',
    params: {
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: MODERN_VERSION,
        [CLIENT_INFO_META_KEY]: { ...clientInfo },
        [CLIENT_CAPABILITIES_META_KEY]: clientCapabilities(features),
      },
    },
  }
}

/** Any other response than that of a modern server means legacy, whatever its error code. */
export function readDiscoverResponse(response: JSONRPCMessage): DiscoverOutcome {
  if ('result' in response) {
    const { result } = response
    if (!isSpecType.DiscoverResult(result)) return { era: 'legacy', offered: [] }
    return result.supportedVersions.includes(MODERN_VERSION)
      ? { era: 'modern', discover: result }
      : { era: 'legacy', offered: result.supportedVersions }
  }
  const data = 'error' in response ? response.error.data : undefined
  const supported =
    typeof data === 'object' && data !== null && 'supported' in data ? data.supported : []
  const offered = Array.isArray(supported) ? supported.filter((v) => typeof v === 'string') : []
  return { era: 'legacy', offered }
}
