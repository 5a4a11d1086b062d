import { auditRecordSchema } from '@gatehouse/domain'
import type { AuditStore } from '@gatehouse/host/ports'
import type { Database } from './database.ts'
import { readAll, type RowReader } from './read-rows.ts'

export type AuditWriter = Pick<AuditStore, 'append'>

export function createAuditStore(database: Database, read: RowReader): AuditStore {
  const append = database.prepare('INSERT INTO audit (id, json) VALUES (?, ?)')
  const latest = database.prepare('SELECT id, json FROM audit ORDER BY seq DESC LIMIT ?')
  return {
    append: (record) => append.run(record.id, JSON.stringify(record)),
    list: (limit) =>
      readAll(latest.rows(Math.max(0, limit)), 'audit', (row) => read(row, auditRecordSchema)),
  }
}
