import type { AuditRecord } from '@gatehouse/domain'
import type { AuditCheck, AuditDeletion, AuditGroup, AuditPage } from '@gatehouse/domain/audit'

/** Which records are old: `before` that time. What says to be of after `now` has a time that cannot be right. */
export interface AuditAge {
  before: number
  now: number
}

/** A page of the record, filtered. */
export interface AuditPageRequest {
  /** Only records with lower numbers; all by default. */
  before?: number | undefined
  /** Each of its words is in the record; '' for all. */
  text: string
  /** Calls of these entries are found whatever is in their records. */
  entries: ReadonlySet<string>
  group?: AuditGroup | undefined
  limit: number
}

export interface AuditStore {
  /**
   * Never changes what is there: a call that was decided has one record, and a second one once it is over. `about`:
   * all chats that it may be about, where it names but one of them.
   */
  append(record: AuditRecord, about?: readonly string[]): void
  /** Latest first. */
  list(limit: number): AuditRecord[]
  /** The latest records, read a part at a time, so that a long record blocks nothing. */
  latest(limit: number): Promise<AuditRecord[]>
  /**
   * Records that match the filter, latest first. Reads 5,000 at most: a page may have fewer than wanted, or none, and
   * still not be the last.
   */
  page(request: AuditPageRequest): Promise<AuditPage>
  /** One record by its id; for a call or run that was under way, the record of its end. `null`: it was deleted. */
  get(id: string): Promise<AuditRecord | null>
  /** Looks through all of it for what was changed or taken out. */
  check(): Promise<AuditCheck>
  /** Counts the records that `deleteOld` would delete now. */
  countOld(age: AuditAge): Promise<number>
  /**
   * Deletes older records, from the first one up to the first that is not old. The record of the deletion is
   * appended first, then the old ones go a part at a time. Stopped at any moment it leaves a valid chain, and the
   * next deletion continues. Resolves with how many were deleted. Without an age it only ends an earlier deletion.
   * `record` returns `null` when nothing is to be deleted any more.
   */
  deleteOld(
    age: AuditAge | null,
    options: {
      record: (id: string, deletion: AuditDeletion) => AuditRecord | null
      signal: AbortSignal
    },
  ): Promise<number>
  /**
   * All of it, oldest first, as lines without their end: `{"record":1,"previous":"…","hash":"…","entry":{…}}`.
   * `hash` is the SHA-256, in hex, of `previous`, a line feed and the text of `entry` as it stands there.
   */
  lines(): AsyncIterable<string>
}
