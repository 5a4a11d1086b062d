import { askSchema } from '@gatehouse/domain'
import type { AskStore } from '@gatehouse/host/ports'
import type { AuditWriter } from './audit/audit-store.ts'
import { asBytes, type Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

export function createAskStore(
  database: Database,
  { audit, read }: { audit: AuditWriter; read: RowReader },
): AskStore {
  const all = database.prepare('SELECT id, json FROM asks ORDER BY seq')
  const save = database.prepare('INSERT INTO asks (id, json) VALUES (?, CAST(? AS TEXT))')
  const remove = database.prepare('DELETE FROM asks WHERE id = ?')
  const clear = database.prepare('DELETE FROM asks')
  return {
    pending: () => readAll(all.rows(), 'asks', (row) => read(row, askSchema)),
    save: (ask) => save.run(ask.id, asBytes(JSON.stringify(ask))),
    settle(id, record) {
      if (record === null) return remove.run(id)
      database.transaction(() => {
        remove.run(id)
        audit.append(record)
      })
    },
    clear: () => clear.run(),
  }
}
