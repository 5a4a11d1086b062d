import { attachmentSchema, blobsOfAttachments } from '@gatehouse/domain'
import type { AttachmentStore } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import { readAll, type RowReader } from '../read-rows.ts'

/** The attachments of drafts, in rows of their own: a list of chats does not read them. */
export function createAttachmentStore(database: Database, read: RowReader): AttachmentStore {
  const all = database.prepare(
    'SELECT id, json FROM draft_attachments WHERE conversation_id = ? ORDER BY seq',
  )
  const add = database.prepare(
    'INSERT INTO draft_attachments (conversation_id, id, json) VALUES (?, ?, ?) RETURNING seq',
  )
  const refer = database.prepare(
    'INSERT OR IGNORE INTO draft_blobs (attachment_seq, hash) VALUES (?, ?)',
  )
  const replace = database.prepare(
    'UPDATE draft_attachments SET json = ? WHERE conversation_id = ? AND id = ?',
  )
  const exchange = database.prepare(
    'UPDATE draft_attachments SET id = ?, json = ? WHERE conversation_id = ? AND id = ? RETURNING seq',
  )
  const release = database.prepare('DELETE FROM draft_blobs WHERE attachment_seq = ?')
  const remove = database.prepare(
    'DELETE FROM draft_attachments WHERE conversation_id = ? AND id = ?',
  )
  const clear = database.prepare('DELETE FROM draft_attachments WHERE conversation_id = ?')
  return {
    list: (conversationId) =>
      readAll(all.rows(conversationId), 'draft_attachments', (row) => read(row, attachmentSchema)),
    add(conversationId, attachment) {
      database.transaction(() => {
        const [row] = add.rows(conversationId, attachment.id, JSON.stringify(attachment))
        for (const { hash } of blobsOfAttachments([attachment])) refer.run(Number(row?.[0]), hash)
      })
    },
    replace: (conversationId, attachment) =>
      replace.run(JSON.stringify(attachment), conversationId, attachment.id),
    exchange(conversationId, id, attachment) {
      database.transaction(() => {
        const json = JSON.stringify(attachment)
        const [row] = exchange.rows(attachment.id, json, conversationId, id)
        if (row === undefined) return
        const seq = Number(row[0])
        release.run(seq)
        for (const { hash } of blobsOfAttachments([attachment])) refer.run(seq, hash)
      })
    },
    remove: (conversationId, id) => remove.run(conversationId, id),
    clear: (conversationId) => clear.run(conversationId),
  }
}
