import { serverConfigSchema, toolSchema } from '@gatehouse/domain'
import type { ServerStore } from '@gatehouse/host/ports'
import { z } from 'zod'
import type { Database } from './database.ts'
import { readAll, type RowReader } from './read-rows.ts'

const toolsSchema = z.array(toolSchema)

export function createServerStore(database: Database, read: RowReader): ServerStore {
  const all = database.prepare('SELECT id, json FROM servers ORDER BY seq')
  const save = database.prepare(
    'INSERT INTO servers (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM servers WHERE id = ?')
  const tools = database.prepare('SELECT json FROM server_tools WHERE server_id = ?')
  const saveTools = database.prepare(
    'INSERT INTO server_tools (server_id, json) VALUES (?, ?) ' +
      'ON CONFLICT (server_id) DO UPDATE SET json = excluded.json',
  )
  return {
    list: () => readAll(all.rows(), 'servers', (row) => read(row, serverConfigSchema)),
    save: (config) => save.run(config.id, JSON.stringify(config)),
    remove: (id) => remove.run(id),
    cachedTools(id) {
      const [row] = tools.rows(id)
      if (row === undefined) return null
      return read({ table: 'server_tools', id, json: row[0] }, toolsSchema)
    },
    cacheTools: (id, list) => saveTools.run(id, JSON.stringify(list)),
  }
}
