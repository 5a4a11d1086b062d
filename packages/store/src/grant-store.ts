import { grantSchema } from '@gatehouse/domain'
import type { GrantStore } from '@gatehouse/host/ports'
import type { Database } from './database.ts'
import type { RowReader } from './read-rows.ts'

export function createGrantStore(database: Database, read: RowReader): GrantStore {
  const find = database.prepare(
    'SELECT id, json FROM grants WHERE conversation_id = ? AND server_id = ? AND tool_name = ?',
  )
  // REPLACE: there is one grant for a tool in a chat, the latest.
  const save = database.prepare(
    'INSERT OR REPLACE INTO grants (id, conversation_id, server_id, tool_name, json) ' +
      'VALUES (?, ?, ?, ?, ?)',
  )
  const removeForServer = database.prepare('DELETE FROM grants WHERE server_id = ?')
  return {
    find(conversationId, serverId, toolName) {
      const [row] = find.rows(conversationId, serverId, key(toolName))
      if (row === undefined) return null
      return read({ table: 'grants', id: row[0], json: row[1] }, grantSchema)
    },
    save(grant) {
      const { id, conversationId, serverId, toolName } = grant
      save.run(id, conversationId, serverId, key(toolName), JSON.stringify(grant))
    },
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}

/** A bound text ends at NUL and loses lone surrogates: two names could meet. JSON escapes both. */
function key(toolName: string): string {
  return JSON.stringify(toolName)
}
