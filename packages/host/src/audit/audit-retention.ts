import { NEVER_ABORTED, SerialQueue } from '@gatehouse/base'
import { GatehouseError, type AuditRecord } from '@gatehouse/domain'
import { deletesMore, type AuditDeletion, type AuditDays } from '@gatehouse/domain/audit'
import type { HostDependencies } from '../dependencies.ts'
import type { AuditAge } from '../ports/index.ts'
import { newRecord } from '../new-record.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'clock' | 'ids' | 'timers' | 'events' | 'consent'
>

const DAY_MS = 86_400_000
/** Between two looks for what became old. */
const INTERVAL_MS = 6 * 3_600_000

/**
 * Deletes old records of decisions, if the person wants that, and nothing otherwise. What the record says is deleted
 * is deleted to its end, whatever the person wants then.
 */
export class AuditRetention {
  readonly #deps: Dependencies
  readonly #closed = new AbortController()
  #stopTimer: (() => void) | undefined
  readonly #deletions = new SerialQueue()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Deletes old records now, and again whenever more become old. */
  start(): void {
    if (this.#closed.signal.aborted) return
    this.#stopTimer?.()
    this.#stopTimer = this.#deps.timers.after(INTERVAL_MS, () => this.start())
    // What cannot be written now is tried again.
    this.#deletions.run(() => this.#deleteOld()).catch(() => undefined)
  }

  /** Resolves once no deletion runs. An unfinished deletion continues with the next start. */
  async close(): Promise<void> {
    this.#closed.abort()
    this.#stopTimer?.()
    await this.#deletions.settled()
  }

  /**
   * A setting that deletes more than before is put before the person in the consent window first. Rejects with
   * `consent/too-many`; with `audit/retention-changed` when it was changed while they were asked.
   */
  async set(after: AuditDays): Promise<{ outcome: 'changed' | 'cancelled' }> {
    const before = this.#days()
    if (after === before) return { outcome: 'changed' }
    if (after !== null && deletesMore(before, after)) {
      const deletes = await this.#deps.stores.audit.countOld(this.#age(after))
      const request = { kind: 'audit-retention', before, after, deletes } as const
      const decision = await this.#deps.consent.ask(request, NEVER_ABORTED)
      if (decision === 'cancel') return { outcome: 'cancelled' }
      if (this.#days() !== before) throw changedError()
    }
    this.#save(before, after)
    this.start()
    return { outcome: 'changed' }
  }

  #days(): AuditDays {
    return this.#deps.stores.settings.load().auditDays
  }

  #age(days: NonNullable<AuditDays>): AuditAge {
    const now = this.#deps.clock.now()
    return { before: Math.max(0, now - days * DAY_MS), now }
  }

  async #deleteOld(): Promise<void> {
    const days = this.#days()
    const { stores, events } = this.#deps
    const deleted = await stores.audit.deleteOld(days === null ? null : this.#age(days), {
      // The person may have changed it while what is old was looked for.
      record: (id, deletion) =>
        days === null || this.#days() !== days
          ? null
          : this.#deletionRecord(id, { deletion, days }),
      signal: this.#closed.signal,
    })
    if (deleted > 0) events.emit('audit.changed', {})
  }

  #save(before: AuditDays, after: AuditDays): void {
    const { stores, events } = this.#deps
    const settings = { ...stores.settings.load(), auditDays: after }
    const record = newRecord(this.#deps, {
      kind: 'record-retention',
      retention: { before, after },
      by: { kind: 'person' },
    })
    stores.settings.save(settings, record)
    events.emit('settings.changed', settings)
    events.emit('audit.changed', {})
  }

  #deletionRecord(
    id: string,
    { deletion, days }: { deletion: AuditDeletion; days: NonNullable<AuditDays> },
  ): AuditRecord {
    return newRecord(this.#deps, {
      id,
      kind: 'record-cut',
      cut: deletion,
      by: { kind: 'retention', days },
    })
  }
}

function changedError(): GatehouseError {
  return new GatehouseError(
    'audit/retention-changed',
    'The retention of the record changed before you decided. This decision had no effect.',
  )
}
