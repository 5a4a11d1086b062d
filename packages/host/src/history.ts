import type { AuditRecord } from '@gatehouse/domain'
import type { AuditPage, RecordMessages } from '@gatehouse/domain/audit'
import type { HostDependencies } from './dependencies.ts'
import type { AuditPageRequest, AuditStore } from './ports/index.ts'
import type { ServerRegistry } from './servers/server-registry.ts'
import { latestRecords } from './audit/call-record.ts'
import { recordMessages } from './audit/record-messages.ts'

/** Entries of chats with the words of a search, the latest first, whose records are found by them. */
const MAX_FOUND_CALLS = 5000

/** A record, with where it is in its chat and in the traffic. */
type RecordInHistory = AuditRecord & { turnId: string | null; messages: RecordMessages | null }

/** The record for the window. */
export interface History {
  /** The audit records, latest first. */
  history(limit: number): Promise<AuditRecord[]>
  /** A page of audit records for Activity; those of calls are also found by their arguments and results. */
  historyPage(request: Omit<AuditPageRequest, 'entries'>): Promise<AuditPage>
  /**
   * One audit record, with the turn of its entry and its messages as far as they still exist. `null` when it was
   * deleted.
   */
  historyRecord(id: string): Promise<RecordInHistory | null>
  /** The whole audit record: verification, and export line by line. */
  readonly audit: Pick<AuditStore, 'check' | 'lines'>
}

/** Creates the record for the window. */
export function historyOf({
  stores,
  registry,
}: Pick<HostDependencies, 'stores'> & {
  registry: Pick<ServerRegistry, 'all'>
}): History {
  return {
    audit: stores.audit,
    async history(limit) {
      return latestRecords(await stores.audit.latest(2 * limit)).slice(0, limit)
    },
    async historyPage(request) {
      const found = stores.search.entryIds(request.text, MAX_FOUND_CALLS + 1)
      const entries = new Set(found.slice(0, MAX_FOUND_CALLS))
      const page = await stores.audit.page({ ...request, entries })
      return found.length > MAX_FOUND_CALLS ? { ...page, isCut: true as const } : page
    },
    async historyRecord(id) {
      const record = await stores.audit.get(id)
      if (record === null) return null
      const { conversationId, entryId } = record
      const isInChat = conversationId !== null && entryId !== null
      const turnId = isInChat ? stores.turns.turnOf(conversationId, entryId) : null
      return { ...record, turnId, messages: recordMessages(record, registry.all()) }
    },
  }
}
