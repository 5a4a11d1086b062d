import type { AuditKey, AuditPlace } from '@gatehouse/domain/audit'

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
