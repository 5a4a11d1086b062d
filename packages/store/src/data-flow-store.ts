import { dataFlowRuleSchema } from '@gatehouse/domain'
import type { DataFlowStore } from '@gatehouse/host/ports'
import type { AuditWriter } from './audit/audit-store.ts'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Stands in the place of a server for the files of the person. */
const FILES = ''

/** Rules for text from one server to another. */
export function createDataFlowStore(
  database: Database,
  { audit, read }: { audit: AuditWriter; read: RowReader },
): DataFlowStore {
  const rules = database.prepare(
    "SELECT from_id || '/' || to_id, json FROM data_flow_rules ORDER BY from_id, to_id",
  )
  const save = database.prepare(
    'INSERT INTO data_flow_rules (from_id, to_id, json) VALUES (?, ?, ?) ' +
      'ON CONFLICT (from_id, to_id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM data_flow_rules WHERE from_id = ? AND to_id = ?')
  const removeForServer = database.prepare(
    'DELETE FROM data_flow_rules WHERE from_id = ?1 OR to_id = ?1',
  )
  return {
    rules: () => readAll(rules.rows(), 'data_flow_rules', (row) => read(row, dataFlowRuleSchema)),
    save: (rule, record) =>
      database.transaction(() => {
        save.run(rule.fromId ?? FILES, rule.toId, JSON.stringify(rule))
        audit.append(record)
      }),
    remove: ({ fromId, toId }, record) =>
      database.transaction(() => {
        remove.run(fromId ?? FILES, toId)
        audit.append(record)
      }),
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}
