import { outermostMembers, type MemberReader } from './outermost-members.ts'

/** What a message is, told by its outermost members alone: even when the rest is never read. */
export interface Envelope {
  kind: 'request' | 'notification' | 'response' | 'unknown'
  id?: string | number
}

/** The envelope of a message that is at hand as a whole. */
export function envelopeOf(message: string | Uint8Array): Envelope {
  return toEnvelope(outermostMembers(message))
}

/** The envelope of a message of which these members were seen. */
export function toEnvelope(members: ReturnType<MemberReader['read']>): Envelope {
  const value = members.get('id')
  const isId = typeof value === 'string' || Number.isSafeInteger(value)
  return { kind: kindOf(members), ...(isId ? { id: value as string | number } : {}) }
}

function kindOf(members: ReturnType<MemberReader['read']>): Envelope['kind'] {
  if (members.has('method')) return members.has('id') ? 'request' : 'notification'
  return members.has('result') || members.has('error') ? 'response' : 'unknown'
}
