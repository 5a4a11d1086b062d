import {
  ENDED_WITH_APP,
  isToolCallFinished,
  reduceTurn,
  type AuditRecord,
  type Entry,
  type ToolCall,
  type Turn,
  type TurnEvent,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import { callRecord, latestRecords } from '../../audit/call-record.ts'
import { suspendGrant } from '../../call-outcome/suspend-grant.ts'
import { isHostCall } from '../tool-results/result-tool.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock' | 'digest'>

/** Latest records that are searched for calls without an outcome. */
const LOOKED_AT = 1000

/** Ends a turn whose own end could not be saved, as {@link recoverTurns} does. */
export function recoverTurn(turnId: string, deps: Dependencies): void {
  const turn = deps.stores.turns.running().find(({ id }) => id === turnId)
  if (!turn) return
  const ended = endTurn(turn, deps)
  suspendUnknown(ended, deps)
  completeCalls(ended, deps.stores.audit.list(LOOKED_AT), deps)
}

/**
 * Ends what a crash cut off: turns are interrupted, entries of turns that are over end too, calls that were sent have an unknown outcome, and
 * the audit says so. A call that is a task continues at its server. Call once, before anything else.
 */
export function recoverTurns(deps: Dependencies): void {
  const { turns } = deps.stores
  const torn = turns.withOpenEntries().flatMap((id) => turns.get(id) ?? [])
  const ended = [
    ...turns.running().flatMap((turn) => endTurn(turn, deps)),
    ...torn.flatMap((turn) => (turn.status === 'running' ? [] : endEntries(turn, deps))),
  ]
  suspendUnknown(ended, deps)
  completeRecords(ended, deps)
}

function suspendUnknown(ended: readonly EndedCall[], { stores }: Dependencies): void {
  for (const { call, conversationId } of ended)
    if (call.status === 'unknown') suspendGrant(stores, conversationId, call)
}

interface EndedCall {
  call: ToolCall
  conversationId: string
}

/** The calls of the turn that are over now, with those that were before. */
function endTurn(turn: Turn, deps: Dependencies): EndedCall[] {
  const { stores, clock } = deps
  const at = clock.now()
  const ended = withEnded(turn, { status: 'interrupted', failure: null, at }, deps)
  stores.transaction(() => {
    saveChanged(turn, ended, deps)
    stores.turns.saveTurn(ended)
  })
  return finishedCalls(ended, () => true)
}

/** Ends the entries of a turn that is over: earlier versions saved the two apart. Calls that were over are not given. */
function endEntries(turn: Turn, deps: Dependencies): EndedCall[] {
  const { status, failure, endedAt } = turn
  if (status === 'running') return []
  const ended = withEnded(turn, { status, failure, at: endedAt ?? deps.clock.now() }, deps)
  deps.stores.transaction(() => saveChanged(turn, ended, deps))
  return finishedCalls(ended, (entry) => !turn.entries.includes(entry))
}

type TurnEnd = Omit<Extract<TurnEvent, { type: 'turn-ended' }>, 'type'>

function withEnded(turn: Turn, end: TurnEnd, { stores, clock }: Dependencies): Turn {
  const tasks = new Set(stores.tasks.list().map(({ entryId }) => entryId))
  const at = clock.now()
  const events: TurnEvent[] = [
    ...turn.entries.flatMap((entry) =>
      entry.kind === 'tool-call' ? endingOf(entry, { at, isResumed: tasks.has(entry.id) }) : [],
    ),
    { type: 'turn-ended', ...end },
  ]
  return events.reduce(reduceTurn, turn)
}

function saveChanged(before: Turn, after: Turn, { stores }: Dependencies): void {
  after.entries.forEach((entry, index) => {
    if (entry !== before.entries[index]) stores.turns.saveEntry(after.id, entry)
  })
}

function finishedCalls(
  { entries, conversationId }: Turn,
  isWanted: (entry: Entry) => boolean,
): EndedCall[] {
  return entries.flatMap((call) =>
    call.kind === 'tool-call' && isToolCallFinished(call) && isWanted(call)
      ? [{ call, conversationId }]
      : [],
  )
}

function endingOf(
  call: ToolCall,
  { at, isResumed }: { at: number; isResumed: boolean },
): TurnEvent[] {
  const end = (status: 'cancelled' | 'unknown', error: string): TurnEvent[] => [
    { type: 'tool-call-ended', entryId: call.id, status, error, at },
  ]
  switch (call.status) {
    case 'waiting':
      return end('cancelled', 'Gatehouse ended before this call was decided, so it was not made.')
    case 'approved':
      return end('cancelled', 'Gatehouse ended before this call was sent, so it was not made.')
    case 'running':
      return call.task && isResumed ? [] : end('unknown', ENDED_WITH_APP)
    case 'done':
    case 'denied':
    case 'rejected':
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return []
  }
}

/** Every call and run that is over has a record with its outcome; what is still a task gets it later. */
function completeRecords(ended: readonly EndedCall[], deps: Dependencies): void {
  const { stores, ids, clock } = deps
  const records = stores.audit.list(LOOKED_AT)
  const latest = latestRecords(records)
  completeCalls(ended, records, deps)
  const followed = new Set([
    ...stores.tasks.list().map(({ entryId }) => entryId),
    ...ended.map(({ call }) => call.id),
  ])
  const isResumed = ({ kind, entryId }: AuditRecord): boolean =>
    kind === 'tool-call' && followed.has(entryId ?? '')
  for (const record of latest.toReversed())
    if (record.outcome === 'under-way' && !isResumed(record))
      stores.audit.append({ ...record, id: ids.next(), at: clock.now(), outcome: 'unknown' })
}

function completeCalls(
  ended: readonly EndedCall[],
  records: readonly AuditRecord[],
  deps: Dependencies,
): void {
  const { stores } = deps
  const calls = latestRecords(records).filter(({ kind }) => kind === 'tool-call')
  const known = new Map(calls.map((record) => [record.entryId, record.outcome]))
  const asked = new Map(
    stores.asks.pending().flatMap((ask) => (ask.kind === 'tool-approval' ? [[ask.id, ask]] : [])),
  )
  const lookedBackTo = records.at(-1)?.at ?? 0
  for (const { call, conversationId } of ended) {
    // No one is asked about those.
    if (isHostCall(call)) continue
    const outcome = known.get(call.id)
    const { serverIdentity, definition } = asked.get(call.askId ?? '') ?? {}
    const place = { conversationId, serverIdentity, definition }
    // Its record is further back, or was deleted with its time.
    const isOlder = (call.endedAt ?? 0) < lookedBackTo && !asked.has(call.askId ?? '')
    // What could not even be offered for a decision is in the chat alone.
    const isMissing = outcome === undefined && call.status !== 'rejected' && !isOlder
    if (outcome === 'under-way' || isMissing)
      stores.asks.settle(call.askId ?? call.id, callRecord(call, place, deps))
  }
}
