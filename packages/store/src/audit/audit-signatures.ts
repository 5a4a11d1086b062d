/** Signatures of the audit record: the key in use, and what a check proves with it. */
import { randomBytes } from 'node:crypto'
import type { AuditFault, AuditKey, AuditPlace, AuditSignatures } from '@gatehouse/domain/audit'
import type { AuditKeyStore } from '@gatehouse/host/ports'
import { readTimeAndKind, textColumn, type ChainEntry } from './audit-chain-entries.ts'
import { createLastDeletion } from './audit-deletion.ts'
import type { Database } from '../file/database.ts'

/** A record younger than this cannot have been deleted as old, as no retention is shorter than 30 days. */
const MAY_BE_OLD_MS = 29 * 24 * 60 * 60 * 1000

/** The store's side of the key. `undefined`: the keychain was not read yet; `null`: it has no key. */
export interface UsedAuditKey extends AuditKeyStore {
  current(): AuditKey | null | undefined
  /** True for a place that the last deletion may have deleted rightly. */
  isDeleted(place: AuditPlace): boolean
}

export function createAuditKey(database: Database, now: () => number = Date.now): UsedAuditKey {
  const last = database.prepare('SELECT seq, hash, json FROM audit ORDER BY seq DESC LIMIT 1')
  const one = database.prepare('SELECT hash FROM audit WHERE seq = ?')
  const lastDeletion = createLastDeletion(database)
  let current: AuditKey | null | undefined
  const head = (): AuditPlace => {
    const [seq, hash, json] = last.rows()[0] ?? []
    if (seq === undefined) return { record: 0, hash: '', at: null }
    return { record: Number(seq), hash: textColumn(hash), at: readTimeAndKind(String(json)).at }
  }
  // A record dated in the future is deleted with the next old one.
  const mayBeOld = (at: number | null): boolean =>
    at === null || at <= now() - MAY_BE_OLD_MS || at > now()
  const isDeleted = ({ record, at }: AuditPlace): boolean =>
    record <= (lastDeletion()?.through ?? 0) && mayBeOld(at)
  return {
    current: () => current,
    use: (key) => (current = key),
    create() {
      const place = head()
      return { secret: randomBytes(32).toString('hex'), begins: place, anchor: place }
    },
    head,
    isDeleted,
    holds(place) {
      if (place.record === 0) return true
      const [row] = one.rows(place.record)
      return row ? textColumn(row[0]) === place.hash : isDeleted(place)
    },
  }
}

/** Collects what the signatures prove while a check goes through the record. */
export interface SignatureCheck {
  add(entry: ChainEntry): void
  signatures(): AuditSignatures
  /** The fault beside the places that the keychain remembers, once all records were added. */
  fault(last: ChainEntry | undefined): AuditFault | null
}

export function createSignatureCheck(used: UsedAuditKey): SignatureCheck {
  const key = used.current()
  const places = key ? [key.begins, key.anchor].filter(({ record }) => record > 0) : []
  const found = new Set<number>()
  const counts = { signed: 0, through: 0, earlier: 0 }
  const faultAt = ({ record, at }: AuditPlace, kind: AuditFault['kind']): AuditFault => ({
    kind,
    record,
    at,
  })
  const changed: AuditPlace[] = []
  return {
    add({ seq, hash, mac }) {
      for (const place of places.filter(({ record }) => record === seq)) {
        found.add(seq)
        if (place.hash !== hash) changed.push(place)
        else if (hash !== '') counts.through = seq
      }
      if (mac === '') return
      counts.signed += 1
      if (!key) return
      if (seq <= key.begins.record) counts.earlier += 1
      else counts.through = seq
    },
    signatures() {
      const anchored = key ? Math.min(key.anchor.record, counts.through) : 0
      const begins = key?.begins.record ?? 0
      return { key: stateOf(key, counts.signed), begins, ...counts, anchored }
    },
    fault(last) {
      const [first] = changed
      if (first) return faultAt(first, 'rewritten')
      const lost = places.find((place) => !found.has(place.record) && !used.isDeleted(place))
      if (!lost) return null
      const { seq = 0, text = '' } = last ?? {}
      return lost.record > seq
        ? faultAt({ record: seq, hash: '', at: readTimeAndKind(text).at }, 'missing-end')
        : faultAt(lost, 'rewritten')
    },
  }
}

function stateOf(key: AuditKey | null | undefined, signed: number): AuditSignatures['key'] {
  if (key) return 'used'
  if (key === undefined) return 'closed'
  return signed > 0 ? 'missing' : 'none'
}
