import { instructionsDecisionSchema } from '@gatehouse/domain'
import type { InstructionsStore } from '@gatehouse/host/ports'
import type { AuditWriter } from './audit/audit-store.ts'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** The decisions on the instructions of servers. */
export function createInstructionsStore(
  database: Database,
  { audit, read }: { audit: AuditWriter; read: RowReader },
): InstructionsStore {
  const list = database.prepare(
    'SELECT server_id, json FROM server_instructions ORDER BY server_id',
  )
  const save = database.prepare(
    'INSERT INTO server_instructions (server_id, json) VALUES (?, ?) ' +
      'ON CONFLICT (server_id) DO UPDATE SET json = excluded.json',
  )
  const removeForServer = database.prepare('DELETE FROM server_instructions WHERE server_id = ?')
  return {
    list: () =>
      readAll(list.rows(), 'server_instructions', (row) => read(row, instructionsDecisionSchema)),
    save: (decision, record) =>
      database.transaction(() => {
        save.run(decision.serverId, JSON.stringify(decision))
        audit.append(record)
      }),
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}
