import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client'

/** The revision that began the modern era. */
export const MODERN_VERSION = '2026-07-28'

/** Every revision that a server can be pinned to, newest first. */
export function knownVersions(): string[] {
  return [MODERN_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS]
}
