import type { AuditRecord, ToolCall } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

/**
 * The audit record of a call as it is now. It is written when the call is decided, before anything is
 * sent, and again when it is over: the record is append only, and the last of a call's counts.
 */
export function callRecord(
  call: ToolCall,
  conversationId: string,
  { ids, clock }: Pick<HostDependencies, 'ids' | 'clock'>,
): AuditRecord {
  const { decision } = call
  return {
    id: ids.next(),
    at: clock.now(),
    kind: 'tool-call',
    serverId: call.serverId,
    serverName: call.serverName,
    serverHue: call.serverHue,
    conversationId,
    entryId: call.id,
    subject: call.toolName,
    tool: { name: call.toolName, title: call.toolTitle },
    decision:
      decision === undefined ? 'withdrawn' : decision.by === 'grant' ? 'granted' : decision.kind,
    edited: JSON.stringify(call.arguments) !== JSON.stringify(call.proposedArguments),
    outcome: outcomeOf(call),
    durationMs:
      call.startedAt !== undefined && call.endedAt !== undefined
        ? Math.max(0, call.endedAt - call.startedAt)
        : null,
  }
}

/** Latest first, each call once: what was written before its outcome is left out once that is known. */
export function latestRecords(records: readonly AuditRecord[]): AuditRecord[] {
  const seen = new Set<string>()
  return records.filter(({ kind, entryId }) => {
    if (kind !== 'tool-call' || entryId === null) return true
    if (seen.has(entryId)) return false
    seen.add(entryId)
    return true
  })
}

function outcomeOf(call: ToolCall): AuditRecord['outcome'] {
  switch (call.status) {
    case 'done':
      return call.result?.isError ? 'tool-error' : 'done'
    case 'denied':
    case 'rejected':
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return call.status
    case 'approved':
    case 'running':
      return 'under-way'
    case 'waiting':
      return 'none'
  }
}
