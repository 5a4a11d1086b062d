import { type Workspace, workspaceSchema } from '@gatehouse/domain'
import type { WorkspaceStore } from '@gatehouse/host/ports'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

export function createWorkspaceStore(database: Database, read: RowReader): WorkspaceStore {
  const all = database.prepare('SELECT id, json FROM workspaces WHERE removed = 0 ORDER BY seq')
  const every = database.prepare('SELECT id, json FROM workspaces')
  const one = database.prepare('SELECT json FROM workspaces WHERE id = ? AND removed = 0')
  const save = database.prepare(
    'INSERT INTO workspaces (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  const hide = database.prepare('UPDATE workspaces SET removed = ? WHERE id = ?')
  const hidden = database.prepare('SELECT id FROM workspaces WHERE removed = 1')
  const purge = database.prepare(
    'DELETE FROM workspaces WHERE removed = 1 AND ' +
      '(?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))',
  )
  const asked = database.prepare('SELECT identity FROM roots_asked WHERE server_id = ?')
  const markAsked = database.prepare(
    'INSERT OR REPLACE INTO roots_asked (server_id, identity) VALUES (?, ?)',
  )
  const forgetAsked = database.prepare('DELETE FROM roots_asked WHERE server_id = ?')

  const put = (workspace: Workspace): void => save.run(workspace.id, JSON.stringify(workspace))
  const parse = (rows: unknown[][]): Workspace[] =>
    readAll(rows, 'workspaces', (row) => read(row, workspaceSchema))
  return {
    list: () => parse(all.rows()),
    save: put,
    remove: (id) => hide.run(1, id),
    restore(id) {
      hide.run(0, id)
      const [row] = one.rows(id)
      return row === undefined
        ? null
        : read({ table: 'workspaces', id, json: row[0] }, workspaceSchema)
    },
    hidden: () => hidden.rows().map(([id]) => String(id)),
    purge: (ids) => purge.run(ids ? JSON.stringify(ids) : null),
    askedAs(serverId) {
      const [row] = asked.rows(serverId)
      return row === undefined ? null : String(row[0])
    },
    markAsked: (serverId, identity) => markAsked.run(serverId, identity),
    forgetServer: (serverId) =>
      database.transaction(() => {
        forgetAsked.run(serverId)
        for (const workspace of parse(every.rows()))
          if (workspace.folders.some(({ servers }) => servers.includes(serverId)))
            put(withoutServer(workspace, serverId))
      }),
  }
}

function withoutServer(workspace: Workspace, serverId: string): Workspace {
  const folders = workspace.folders.map((folder) => ({
    ...folder,
    servers: folder.servers.filter((id) => id !== serverId),
  }))
  return { ...workspace, folders }
}
