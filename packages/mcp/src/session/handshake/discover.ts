import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  type DiscoverResult,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/client'
import type { ClientFeatures } from '@gatehouse/host/ports'
import { usableDiscover } from '../../message-parsing/adapt-result.ts'
import { clientCapabilities } from './client-capabilities.ts'
import type { ClientInfo } from '../session.ts'
import { MODERN_VERSION } from '../../transports/protocol-versions.ts'

/**
 * Far from the client's own ids, which count from 0. A whole number: some servers respond to any other id with
 * another one, or with null.
 */
export const DISCOVER_ID = 1_000_000_000

export type DiscoverOutcome =
  | { era: 'modern'; discover: DiscoverResult }
  /** `offered` names what a modern server speaks instead, if it is one. */
  | { era: 'legacy'; offered: string[] }

/** `server/discover`, which a modern server supports and a legacy one refuses (MCP 2026-07-28). */
export function discoverRequest(clientInfo: ClientInfo, features: ClientFeatures): JSONRPCRequest {
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
    const discover = usableDiscover(response.result)
    if (!isSpecType.DiscoverResult(discover)) return { era: 'legacy', offered: [] }
    return discover.supportedVersions.includes(MODERN_VERSION)
      ? { era: 'modern', discover }
      : { era: 'legacy', offered: discover.supportedVersions }
  }
  return { era: 'legacy', offered: 'error' in response ? offeredIn(response.error.data) : [] }
}

/** The revisions that the data of an error names (MCP 2026-07-28, "UnsupportedProtocolVersionError"). */
export function offeredIn(data: unknown): string[] {
  const supported =
    typeof data === 'object' && data !== null && 'supported' in data ? data.supported : []
  return Array.isArray(supported) ? supported.filter((one) => typeof one === 'string') : []
}
