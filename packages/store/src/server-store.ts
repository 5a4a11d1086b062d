import {
  negotiatedProtocolSchema,
  STORED_LIST_BUDGET,
  LIST_BUDGET,
  serverConfigSchema,
  serverListsSchema,
  toolSchema,
} from '@gatehouse/domain'
import type { ServerStore } from '@gatehouse/host/ports'
import { z } from 'zod'
import { asBytes, type Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** A longer list of an earlier version is not used: the next start lists again. */
const toolsSchema = z.array(toolSchema).max(LIST_BUDGET.tools)
const budget = STORED_LIST_BUDGET
const lists = serverListsSchema.shape

export function createServerStore(database: Database, read: RowReader): ServerStore {
  const all = database.prepare('SELECT id, json FROM servers ORDER BY seq')
  const save = database.prepare(
    'INSERT INTO servers (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM servers WHERE id = ?')
  const tools = database.prepare('SELECT json FROM server_tools WHERE server_id = ?')
  const saveTools = database.prepare(
    'INSERT INTO server_tools (server_id, json) VALUES (?, CAST(? AS TEXT)) ' +
      'ON CONFLICT (server_id) DO UPDATE SET json = excluded.json',
  )
  const cached = database.prepare('SELECT json FROM server_lists WHERE server_id = ? AND name = ?')
  const saveList = database.prepare(
    'INSERT INTO server_lists (server_id, name, json) VALUES (?, ?, CAST(? AS TEXT)) ' +
      'ON CONFLICT (server_id, name) DO UPDATE SET json = excluded.json',
  )
  const forgotten = ['server_lists', 'server_tools', 'server_verdicts'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE server_id = ?`),
  )
  function cachedList<Item>(id: string, name: string, schema: z.ZodType<Item>): Item | null {
    const [row] = cached.rows(id, name)
    return row === undefined
      ? null
      : read({ table: 'server_lists', id, json: row[0], budget }, schema)
  }
  return {
    list: () => readAll(all.rows(), 'servers', (row) => read(row, serverConfigSchema)),
    save: (config) => save.run(config.id, JSON.stringify(config)),
    remove: (id) => remove.run(id),
    cachedTools(id) {
      const [row] = tools.rows(id)
      if (row === undefined) return null
      return read({ table: 'server_tools', id, json: row[0], budget }, toolsSchema)
    },
    cacheTools: (id, list) => saveTools.run(id, asBytes(JSON.stringify(list))),
    cachedLists: (id) => ({
      prompts: cachedList(id, 'prompts', lists.prompts),
      resources: cachedList(id, 'resources', lists.resources),
      templates: cachedList(id, 'templates', lists.templates),
    }),
    cacheList: (id, name, items) => saveList.run(id, name, asBytes(JSON.stringify(items))),
    forgetLists: (id) =>
      database.transaction(() => {
        for (const statement of forgotten) statement.run(id)
      }),
    ...createProtocolStore(database, read),
  }
}

function createProtocolStore(
  database: Database,
  read: RowReader,
): Pick<ServerStore, 'negotiatedProtocol' | 'saveNegotiatedProtocol'> {
  const known = database.prepare('SELECT json FROM server_verdicts WHERE server_id = ?')
  const save = database.prepare(
    'INSERT INTO server_verdicts (server_id, json) VALUES (?, ?) ' +
      'ON CONFLICT (server_id) DO UPDATE SET json = excluded.json',
  )
  const forget = database.prepare('DELETE FROM server_verdicts WHERE server_id = ?')
  return {
    negotiatedProtocol(id) {
      const [row] = known.rows(id)
      if (row === undefined) return null
      return read({ table: 'server_verdicts', id, json: row[0] }, negotiatedProtocolSchema)
    },
    saveNegotiatedProtocol(id, next) {
      if (next === null) forget.run(id)
      else save.run(id, JSON.stringify(next))
    },
  }
}
