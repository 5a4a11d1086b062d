import { auditRecordSchema, type AuditRecord } from '@gatehouse/domain'
import { SerialQueue, waitForFreshIteration } from '@gatehouse/base'
import type { AuditStore } from '@gatehouse/host/ports'
import { createAuditChain } from './audit-chain.ts'
import type { UsedAuditKey } from './audit-signatures.ts'
import { createAuditDeletions, createLastDeletion } from './audit-deletion.ts'
import { chainHash, recordMac, createChainReader, textColumn } from './audit-chain-entries.ts'
import type { Database } from '../file/database.ts'
import { createAuditPages } from './audit-pages.ts'
import { readAll, type RowReader } from '../read-rows.ts'

export type AuditWriter = Pick<AuditStore, 'append'>

/** Rows that are read in one turn of the event loop. */
const ROWS_AT_ONCE = 25

/** `key`: signs appended records, as soon as it is in use. */
export function createAuditStore(
  database: Database,
  { read, key }: { read: RowReader; key: UsedAuditKey },
): AuditStore {
  const append = database.prepare('INSERT INTO audit (id, json, hash, mac) VALUES (?, ?, ?, ?)')
  const head = database.prepare('SELECT hash FROM audit ORDER BY seq DESC LIMIT 1')
  const latest = database.prepare('SELECT id, json FROM audit ORDER BY seq DESC LIMIT ?')
  const before = database.prepare(
    'SELECT id, json, seq FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const valuesOf = (rows: unknown[][]): AuditRecord[] =>
    readAll(rows, 'audit', (row) => read(row, auditRecordSchema))
  const store = {
    append(record: AuditRecord) {
      const text = JSON.stringify(record)
      const hash = chainHash(textColumn(head.rows()[0]?.[0]), text)
      const used = key.current()
      append.run(record.id, text, hash, used ? recordMac(used, hash) : null)
    },
    list: (limit: number) => valuesOf(latest.rows(Math.max(0, limit))),
    async latest(limit: number) {
      const records: AuditRecord[] = []
      let end = Number.MAX_SAFE_INTEGER
      for (let left = limit; left > 0; left -= ROWS_AT_ONCE) {
        const rows = before.rows(end, Math.min(left, ROWS_AT_ONCE))
        records.push(...valuesOf(rows))
        if (rows.length < ROWS_AT_ONCE) break
        end = Number(rows.at(-1)?.[2])
        await waitForFreshIteration()
      }
      return records
    },
  }
  return {
    ...store,
    ...createAuditPages(database, read),
    ...wholeRecord(database, { append: store.append, key }),
  }
}

/** The operations that read or shorten the whole record. It takes many turns, and one of them at a time has the record. */
function wholeRecord(
  database: Database,
  { append, key }: { append: AuditStore['append']; key: UsedAuditKey },
): Pick<AuditStore, 'check' | 'lines' | 'countOld' | 'deleteOld'> {
  const reader = createChainReader(database)
  const lastDeletion = createLastDeletion(database)
  const chain = createAuditChain(reader, { lastDeletion, key })
  const deletions = createAuditDeletions(database, {
    reader,
    lastDeletion,
    key: () => key.current() ?? null,
  })(append)
  const queue = new SerialQueue()
  return {
    check: () => queue.run(() => chain.check()),
    lines: () => queue.iterate(() => chain.lines()),
    countOld: (age) => queue.run(() => deletions.countOld(age)),
    deleteOld: (age, options) => queue.run(() => deletions.deleteOld(age, options)),
  }
}
