import { savedFormValuesSchema } from '@gatehouse/domain/server-requests'
import type { FormValueStore } from '@gatehouse/host/ports'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Form values that people asked to save; removed ones are overwritten (`secure_delete`). */
export function createFormValueStore(
  database: Database,
  { read }: { read: RowReader },
): FormValueStore {
  const rows = database.prepare('SELECT server_id, json FROM form_values ORDER BY server_id')
  const save = database.prepare(
    'INSERT INTO form_values (server_id, json) VALUES (?, ?) ' +
      'ON CONFLICT (server_id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM form_values WHERE server_id = ?')
  return {
    list: () => readAll(rows.rows(), 'form_values', (row) => read(row, savedFormValuesSchema)),
    save: (values) => save.run(values.serverId, JSON.stringify(values)),
    removeForServer: (serverId) => remove.run(serverId),
  }
}
