import { modelProviderSchema } from '@gatehouse/domain'
import type { ProviderStore } from '@gatehouse/host/ports'
import type { Database } from './database.ts'
import { readAll, type RowReader } from './read-rows.ts'

export function createProviderStore(database: Database, read: RowReader): ProviderStore {
  const all = database.prepare('SELECT id, json FROM providers ORDER BY seq')
  const save = database.prepare(
    'INSERT INTO providers (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM providers WHERE id = ?')
  return {
    list: () => readAll(all.rows(), 'providers', (row) => read(row, modelProviderSchema)),
    save: (provider) => save.run(provider.id, JSON.stringify(provider)),
    remove: (id) => remove.run(id),
  }
}
