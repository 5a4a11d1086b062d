import { FOLLOW_LIMITS, resourceFollowSchema } from '@gatehouse/domain/chats'
import type { FollowStore } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import { readAll, type RowReader } from '../read-rows.ts'

/** Which resources chats follow; a row goes with its chat. */
export function createFollowStore(database: Database, read: RowReader): FollowStore {
  const ofChat = database.prepare(
    'SELECT attachment_id, json FROM resource_follows WHERE conversation_id = ? ORDER BY seq',
  )
  const unchanged = database.prepare(
    'SELECT attachment_id, follow.json FROM resource_follows AS follow ' +
      'JOIN conversations ON conversations.id = conversation_id AND conversations.removed = 0 ' +
      'WHERE server_id = ? AND is_changed = 0 ORDER BY follow.seq DESC LIMIT ?',
  )
  const save = database.prepare(
    'INSERT INTO resource_follows (conversation_id, attachment_id, server_id, is_changed, json) ' +
      'VALUES (?, ?, ?, ?, ?) ON CONFLICT (conversation_id, attachment_id) ' +
      'DO UPDATE SET is_changed = excluded.is_changed, json = excluded.json',
  )
  const bound = database.prepare(
    'DELETE FROM resource_follows WHERE conversation_id = ? AND seq <= ' +
      '(SELECT seq FROM resource_follows WHERE conversation_id = ? ORDER BY seq DESC LIMIT 1 OFFSET ?)',
  )
  const remove = database.prepare(
    'DELETE FROM resource_follows WHERE conversation_id = ? AND attachment_id = ?',
  )
  const removeForServer = database.prepare('DELETE FROM resource_follows WHERE server_id = ?')
  const readRows = (rows: ReturnType<typeof ofChat.rows>) =>
    readAll(rows, 'resource_follows', (row) => read(row, resourceFollowSchema))
  return {
    list: (conversationId) => readRows(ofChat.rows(conversationId)),
    unchanged: (serverId, limit) => readRows(unchanged.rows(serverId, limit)),
    save(follow) {
      const { conversationId, attachmentId, serverId, changedAt } = follow
      database.transaction(() => {
        const isChanged = changedAt === undefined ? 0 : 1
        save.run(conversationId, attachmentId, serverId, isChanged, JSON.stringify(follow))
        bound.run(conversationId, conversationId, FOLLOW_LIMITS.ofChat)
      })
    },
    remove: (conversationId, attachmentId) => remove.run(conversationId, attachmentId),
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}
