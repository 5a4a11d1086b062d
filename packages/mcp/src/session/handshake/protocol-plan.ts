import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client'
import type { ProtocolPreference } from '@gatehouse/domain'
import { MODERN_VERSION } from '../../transports/protocol-versions.ts'

/** The steps of the handshake for a protocol setting. */
export type ProtocolPlan =
  | { mode: 'auto' }
  | { mode: 'legacy'; versions: string[] }
  | { mode: 'modern'; version: string }
  | { mode: 'unknown'; version: string }

export function planProtocol(preference: ProtocolPreference): ProtocolPlan {
  if (preference === 'auto') return { mode: 'auto' }
  if (preference === 'legacy') return { mode: 'legacy', versions: SUPPORTED_PROTOCOL_VERSIONS }
  if (preference.pin === MODERN_VERSION) return { mode: 'modern', version: preference.pin }
  return SUPPORTED_PROTOCOL_VERSIONS.includes(preference.pin)
    ? { mode: 'legacy', versions: [preference.pin] }
    : { mode: 'unknown', version: preference.pin }
}
