import type { AuditRecord } from '@gatehouse/domain'
import type {
  AuditCheck,
  AuditDeletion,
  AuditGroup,
  AuditPage,
  AuditKey,
  AuditPlace,
} from '@gatehouse/domain/audit'

/** Age limit of records: records `before` that time are old. A record dated after `now` has an invalid time. */
export interface AuditAge {
  before: number
  now: number
}

/** A page of the record, filtered. */
export interface AuditPageRequest {
  /** Returns only records with lower numbers; absent = all. */
  before?: number | undefined
  /** Words that must all be in the record; '' for all. */
  text: string
  /** Entries whose calls are found whatever is in their records. */
  entries: ReadonlySet<string>
  group?: AuditGroup | undefined
  limit: number
}

export interface AuditStore {
  /**
   * Appends a record and changes no other: a decided call has one record, and a second one when it ends. `about`:
   * all chats that the record may be about, if it names only one of them.
   */
  append(record: AuditRecord, about?: readonly string[]): void
  /** The latest records first. */
  list(limit: number): AuditRecord[]
  /** Returns the latest records, read a part at a time, so that a long record blocks nothing. */
  latest(limit: number): Promise<AuditRecord[]>
  /**
   * Returns matching records, latest first. Reads at most 5,000: a page may have fewer records than wanted, or
   * none, and still not be the last.
   */
  page(request: AuditPageRequest): Promise<AuditPage>
  /** Returns one record by its id; for a call or run under way, the record of its end. `null`: it was deleted. */
  get(id: string): Promise<AuditRecord | null>
  /** Checks the whole chain for changed or removed records. */
  check(): Promise<AuditCheck>
  /** Counts the records that `deleteOld` would delete now. */
  countOld(age: AuditAge): Promise<number>
  /**
   * Deletes records from the first one up to the first that is not old. The record of the deletion is appended
   * first, then the old records are deleted a part at a time. An interrupted deletion leaves a valid chain, and the
   * next call continues it. Without an age it only completes an earlier deletion. `record` returns `null` when
   * there is nothing left to delete. Resolves with the number of deleted records.
   */
  deleteOld(
    age: AuditAge | null,
    options: {
      record: (id: string, deletion: AuditDeletion) => AuditRecord | null
      signal: AbortSignal
    },
  ): Promise<number>
  /**
   * Yields the whole record, oldest first, as lines without line ends:
   * `{"record":1,"previous":"…","hash":"…","entry":{…}}`. `hash` is the SHA-256, in hex, of `previous`, a line feed
   * and the text of `entry` in that line.
   */
  lines(): AsyncIterable<string>
}

/** The key of the audit record, as the store uses it. The key itself is never on disk. */
export interface AuditKeyStore {
  /**
   * Signs records that are appended from now on, and checks signatures with it. `null`: the keychain was read, and
   * has no key. Until the first call records are appended without a signature.
   */
  use(key: AuditKey | null): void
  /** Returns a new key that begins after the last record. It is not used yet. */
  create(): AuditKey
  /** Returns the last record. */
  head(): AuditPlace
  /** True if the record still has this place, or may have deleted it as old. */
  holds(place: AuditPlace): boolean
}

/** Changes the key in the keychain before other data take the place of the present ones. */
export interface AuditKeySwitch {
  /** A new key signs what follows a place in the other data; the present key waits for {@link exchange}. */
  begin(place: AuditPlace): Promise<void>
  /** The waiting key is used again, and the present one waits. Both reject with `backup/keychain-locked`. */
  exchange(): Promise<void>
}
