import { type Conversation, conversationSchema } from '@gatehouse/domain'
import type { ConversationStore } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import { readAll, type RowReader } from '../read-rows.ts'
import { DELETE_ORPHAN_TEXTS } from './request-snapshots.ts'

export function createConversationStore(
  database: Database,
  { read }: { read: RowReader },
): ConversationStore {
  const all = database.prepare(
    'SELECT id, json FROM conversations WHERE removed = 0 ORDER BY updated_at DESC, seq DESC',
  )
  const withQueue = database.prepare(
    // One that cannot be read is left to those who read it.
    'SELECT id, json FROM conversations WHERE removed = 0 ' +
      "AND CASE WHEN json_valid(json) THEN json_extract(json, '$.queue') END IS NOT NULL",
  )
  const one = database.prepare('SELECT json FROM conversations WHERE id = ? AND removed = 0')
  const save = database.prepare(
    'INSERT INTO conversations (id, updated_at, json) VALUES (?, ?, ?) ' +
      'ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, json = excluded.json',
  )
  const saveHidden = database.prepare(
    'INSERT INTO conversations (id, updated_at, json, removed) VALUES (?, ?, ?, 1)',
  )
  const hidden = database.prepare('SELECT id FROM conversations WHERE removed = 1')
  const hide = database.prepare('UPDATE conversations SET removed = ? WHERE id = ?')
  const saveTags = tagWriter(database)

  const get = (id: string): Conversation | null => {
    const [row] = one.rows(id)
    if (row === undefined) return null
    return read({ table: 'conversations', id, json: row[0] }, conversationSchema)
  }
  return {
    list: () => readAll(all.rows(), 'conversations', (row) => read(row, conversationSchema)),
    withQueue: () =>
      readAll(withQueue.rows(), 'conversations', (row) => read(row, conversationSchema)),
    get,
    save(conversation) {
      const { id, updatedAt, tags } = conversation
      database.transaction(() => {
        save.run(id, updatedAt, JSON.stringify(conversation))
        saveTags(id, tags)
      })
    },
    saveHidden(conversation) {
      const { id, updatedAt, tags } = conversation
      database.transaction(() => {
        saveHidden.run(id, updatedAt, JSON.stringify(conversation))
        saveTags(id, tags)
      })
    },
    remove: (id) => hide.run(1, id),
    restore(id) {
      hide.run(0, id)
      return get(id)
    },
    hidden: () => hidden.rows().map(([id]) => String(id)),
    purge: createPurge(database),
  }
}

/** Deletes removed chats for good, with what only they had. */
function createPurge(database: Database): (ids?: readonly string[]) => void {
  const purge = database.prepare(
    'DELETE FROM conversations WHERE removed = 1 AND ' +
      '(?1 IS NULL OR id IN (SELECT value FROM json_each(?1))) RETURNING 1',
  )
  const deleteOrphanTexts = database.prepare(DELETE_ORPHAN_TEXTS)
  return (ids) => {
    database.transaction(() => {
      if (purge.rows(ids ? JSON.stringify(ids) : null).length === 0) return
      deleteOrphanTexts.run()
    })
    // The log still holds the words until it is written back and cut.
    database.pragma('wal_checkpoint(TRUNCATE)')
  }
}

/** Writes a copy of the tags in a chat's record, for searches. */
function tagWriter(database: Database): (id: string, tags?: readonly string[]) => void {
  const drop = database.prepare('DELETE FROM conversation_tags WHERE conversation_id = ?')
  const add = database.prepare('INSERT INTO conversation_tags (conversation_id, tag) VALUES (?, ?)')
  return (id, tags = []) => {
    drop.run(id)
    for (const tag of tags) add.run(id, tag)
  }
}
