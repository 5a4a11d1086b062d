/** The entries of the record of decisions: how they are read, and what is wrong with one beside those before it. */
import { waitForFreshIteration } from '@gatehouse/base'
import { createHash, createHmac } from 'node:crypto'
import { objectOfJson } from '@gatehouse/domain'
import type { AuditDeletion, AuditKey } from '@gatehouse/domain/audit'
import type { Database } from '../file/database.ts'

/** Rows that are read in one turn of the event loop. */
const ROWS_AT_ONCE = 100

/** The hash of a record that follows one with the hash `previous`; both in hex, '' before the first. */
export function chainHash(previous: string, text: string): string {
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex')
}

/** The signature of a record: HMAC-SHA256 in hex. The hash covers the record and all before it. */
export function recordMac({ secret }: AuditKey, hash: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(hash).digest('hex')
}

/** A column that may be empty. */
export const textColumn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A row of the table `audit`. */
export interface ChainEntry {
  seq: number
  text: string
  hash: string
  /** Its signature; '' for none. */
  mac: string
}

export interface ChainReader {
  /** Reads all entries from the first; `ends.at`: the last number assigned when the last entries were read. */
  entries(ends?: { at: number }): AsyncGenerator<ChainEntry>
  /** The first number from which every record has a hash. */
  begins(): number
}

export function createChainReader(database: Database): ChainReader {
  const next = database.prepare(
    'SELECT seq, json, hash, mac FROM audit WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const given = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")
  const begin = database.prepare('SELECT begins FROM audit_chain')
  return {
    async *entries(ends = { at: 0 }) {
      let seq = 0
      for (;;) {
        ends.at = Number(given.rows()[0]?.[0] ?? 0)
        const rows = next.rows(seq, ROWS_AT_ONCE)
        for (const row of rows) {
          seq = Number(row[0])
          yield { seq, text: String(row[1]), hash: textColumn(row[2]), mac: textColumn(row[3]) }
        }
        if (rows.length < ROWS_AT_ONCE) return
        await waitForFreshIteration()
      }
    },
    begins: () => Number(begin.rows()[0]?.[0] ?? 0),
  }
}

/** The hash before an entry, and the fault of the entry. */
export interface CheckedEntry {
  previous: string
  fault: 'changed' | 'missing' | 'rewritten' | null
}

/**
 * Checks the chain entry by entry from its first. `deletion`: the last one, which names what is missing in front;
 * its records go from the last one down, so some of the first may still be there. `key`: checks signatures too.
 */
export function createChainChecker(
  begins: number,
  deletion: AuditDeletion | null,
  key?: AuditKey | null,
): (entry: ChainEntry) => CheckedEntry {
  let last: ChainEntry | undefined
  const placeBefore = (seq: number): { seq: number; hash: string } => {
    const place = last ?? { seq: (deletion?.first ?? 1) - 1, hash: deletion?.previous ?? '' }
    return deletion && seq === deletion.through + 1 && place.seq < deletion.through
      ? { seq: deletion.through, hash: deletion.head }
      : place
  }
  const isSigned = ({ seq, hash, mac }: ChainEntry): boolean =>
    !key || mac === '' || seq <= key.begins.record || mac === recordMac(key, hash)
  const faultOf = (entry: ChainEntry): CheckedEntry => {
    const { seq, text, hash } = entry
    const place = placeBefore(seq)
    const previous = place.hash
    if (hash === '') return { previous, fault: seq >= begins || previous !== '' ? 'changed' : null }
    // Before the chain began no number shows that one is missing.
    const mayBeApart = place === last && previous === ''
    if (seq !== place.seq + 1 && !mayBeApart) return { previous, fault: 'missing' }
    const isWhole =
      hash === chainHash(previous, text) && (seq !== deletion?.through || hash === deletion.head)
    if (!isWhole) return { previous, fault: 'changed' }
    return { previous, fault: isSigned(entry) ? null : 'rewritten' }
  }
  return (entry) => {
    const checked = faultOf(entry)
    last = entry
    return checked
  }
}

/** The time and kind of a record, whatever else it holds. */
export function readTimeAndKind(text: string): { at: number | null; kind: unknown } {
  const { at, kind } = objectOfJson(text) ?? {}
  const isTime = typeof at === 'number' && Number.isInteger(at) && at >= 0
  return { at: isTime ? at : null, kind }
}
