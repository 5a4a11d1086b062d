import type { Ask, AuditRecord } from '@gatehouse/domain'
import { askRecord } from '../audit/ask-record.ts'
import type { WithdrawnEvent } from './ask-queue.ts'
import type { HostDependencies } from '../dependencies.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock' | 'digest'>

/** Latest records that are searched for the record of a call. */
const LOOKED_AT = 1000

/**
 * Settles the asks that were pending when the app was killed: no one awaits them, and a task's server asks again.
 * Call once, after the calls themselves were ended.
 */
export function withdrawOrphanedAsks(
  deps: Dependencies,
  onWithdrawn: (ask: Ask, event: WithdrawnEvent) => void,
): void {
  const { stores, clock } = deps
  const left = stores.asks.pending()
  const recorded = new Set(stores.audit.list(LOOKED_AT).flatMap(callOf))
  for (const ask of left) {
    const event: WithdrawnEvent = { type: 'withdrawn', at: clock.now(), reason: 'app-ended' }
    stores.asks.settle(ask.id, isRecorded(ask, recorded) ? null : askRecord(ask, event, deps))
    onWithdrawn(ask, event)
  }
  stores.asks.clear()
}

/** The record of a call holds what became of its approval. */
function isRecorded(ask: Ask, recorded: ReadonlySet<string>): boolean {
  return ask.kind === 'tool-approval' && recorded.has(ask.entryId)
}

function callOf({ kind, entryId }: AuditRecord): string[] {
  return kind === 'tool-call' && entryId !== null ? [entryId] : []
}
