import type { AuditRecord, ToolCall } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { factsOf, receivedFacts } from './sent-facts.ts'

/** Characters of a title in a record, which is never taken away. */
const MAX_TITLE = 300

/** The place and the server of a call, for calls without a decision that names them. */
export interface CallContext {
  conversationId: string
  serverIdentity?: string | undefined
  definition?: string | undefined
}

/**
 * The audit record of a call as it is now. It is written when the call is decided, before anything is
 * sent, and again when it is over: the record is append only, and the last of a call's counts.
 */
export function callRecord(
  call: ToolCall,
  place: CallContext,
  { ids, clock, digest }: Pick<HostDependencies, 'ids' | 'clock' | 'digest'>,
): AuditRecord {
  const { decision } = call
  const { serverIdentity = place.serverIdentity, definition = place.definition } = decision ?? {}
  return {
    id: ids.next(),
    at: clock.now(),
    kind: 'tool-call',
    serverId: call.serverId,
    serverName: call.serverName,
    serverHue: call.serverHue,
    conversationId: place.conversationId,
    entryId: call.id,
    subject: call.toolName,
    tool: {
      name: call.toolName,
      title: call.toolTitle.slice(0, MAX_TITLE),
      ...(definition === undefined ? {} : { definition }),
    },
    ...(serverIdentity === undefined ? {} : { serverIdentity }),
    decision:
      decision === undefined ? 'withdrawn' : decision.by === 'grant' ? 'granted' : decision.kind,
    ...decidedBy(decision),
    ...(call.origin === 'app' ? { origin: call.origin } : {}),
    ...(decision?.rule === undefined ? {} : { rule: decision.rule }),
    ...flowsOf(decision),
    edited: JSON.stringify(call.arguments) !== JSON.stringify(call.proposedArguments),
    ...(decision === undefined || decision.kind === 'deny'
      ? {}
      : { sent: factsOf(call.arguments, { to: 'server', isOwn: false, digest }) }),
    ...(call.result ? { received: receivedFacts(call.result, digest) } : {}),
    outcome: outcomeOf(call),
    ...(call.needsSignIn ? { needsSignIn: true } : {}),
    durationMs:
      call.startedAt !== undefined && call.endedAt !== undefined
        ? Math.max(0, call.endedAt - call.startedAt)
        : null,
  }
}

function decidedBy(decision: ToolCall['decision']): Pick<AuditRecord, 'by'> {
  if (!decision) return {}
  const { by, grantId, inForm, unopened, mode } = decision
  if (by === 'person')
    return { by: { kind: by, ...(inForm ? { inForm } : {}), ...(unopened ? { unopened } : {}) } }
  const given = grantId === undefined ? {} : { grantId }
  if (by === 'flow-rule') return { by: { kind: by } }
  return {
    by:
      by === 'grant' ? { kind: by, ...given } : { kind: by, mode: mode ?? 'every-call', ...given },
  }
}

/** The sources of text in its arguments, each once. */
function flowsOf(decision: ToolCall['decision']): Pick<AuditRecord, 'flows'> {
  const flows = new Map<string, NonNullable<AuditRecord['flows']>[number]>()
  for (const { from, characters } of decision?.provenance?.flows ?? []) {
    const source =
      from.kind === 'server'
        ? { fromId: from.serverId, fromName: from.serverName }
        : { fromId: null, fromName: from.name }
    const key = JSON.stringify(source)
    flows.set(key, { ...source, characters: characters + (flows.get(key)?.characters ?? 0) })
  }
  return flows.size === 0 ? {} : { flows: [...flows.values()] }
}

/** Latest first, each call and run once: what was written before its outcome is left out once that is known. */
export function latestRecords(records: readonly AuditRecord[]): AuditRecord[] {
  const seen = new Set<string>()
  return records.filter(({ kind, entryId, runId }) => {
    const id = kind === 'tool-call' ? entryId : runId
    if (id === null || id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
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
