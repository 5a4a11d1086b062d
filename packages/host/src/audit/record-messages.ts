import type { AuditRecord } from '@gatehouse/domain'
import type { RecordMessages } from '@gatehouse/domain/audit'

/** The kinds of records about a request of a server; a sign-in is not requested by a message. */
const ASKED: ReadonlySet<AuditRecord['kind']> = new Set<AuditRecord['kind']>([
  'elicitation',
  'sampling-request',
  'sampling-response',
  'roots',
])
/** A call that ended so was never sent. */
const UNSENT: ReadonlySet<AuditRecord['outcome']> = new Set<AuditRecord['outcome']>([
  'denied',
  'rejected',
  'none',
])

interface JournaledServer {
  config: { id: string }
  journal: {
    links: { ofCall(callId: string): RecordMessages; ofAsk(id: string): RecordMessages }
  }
}

/** The frames that a record is about; `null` for one that is about no message. */
export function recordMessages(
  record: AuditRecord,
  servers: readonly JournaledServer[],
): RecordMessages | null {
  const { kind, serverId, entryId, id, askId } = record
  const isCall = kind === 'tool-call' && entryId !== null && wasSent(record)
  if (!isCall && !ASKED.has(kind)) return null
  const links = servers.find(({ config }) => config.id === serverId)?.journal.links
  if (!links) return { request: null, response: null }
  return isCall ? links.ofCall(entryId) : links.ofAsk(askId ?? id)
}

function wasSent({ sent, outcome, durationMs }: AuditRecord): boolean {
  if (sent === undefined || UNSENT.has(outcome)) return false
  // What was stopped or failed before it began has no duration.
  return durationMs !== null || (outcome !== 'cancelled' && outcome !== 'failed')
}
