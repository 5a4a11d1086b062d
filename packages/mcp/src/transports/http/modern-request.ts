import { MODERN_VERSION } from '../../session/handshake/protocol-plan.ts'

/** Whether a request is of the modern era by its `MCP-Protocol-Version` header. Versions sort as text. */
export function isModernRequest(init: RequestInit | undefined): boolean {
  const version = new Headers(init?.headers).get('mcp-protocol-version')
  return version !== null && version >= MODERN_VERSION
}
