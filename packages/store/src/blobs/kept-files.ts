import type { Entry } from '@gatehouse/domain'
import { keptFilesOf } from '@gatehouse/domain/chats'
import type { Database } from '../file/database.ts'

/** Bytes of kept files of each chat, as they were before calls. A row goes with its entry. */
export interface KeptFileSizes {
  /** Counts what an entry keeps. What was once kept stays counted until its chat is gone: its file stays as long. */
  add(seq: unknown, turnId: string, entry: Entry): void
  keptBytes(conversationId: string): number
}

export function createKeptFileSizes(database: Database): KeptFileSizes {
  const save = database.prepare(
    'INSERT OR REPLACE INTO kept_files (entry_seq, conversation_id, bytes) ' +
      'SELECT ?, conversation_id, ? FROM turns WHERE id = ?',
  )
  const sum = database.prepare(
    'SELECT coalesce(sum(bytes), 0) FROM kept_files WHERE conversation_id = ?',
  )
  return {
    add(seq, turnId, entry) {
      const kept = keptFilesOf(entry)
      if (kept.length === 0) return
      save.run(
        Number(seq),
        kept.reduce((bytes, ref) => bytes + ref.bytes, 0),
        turnId,
      )
    },
    keptBytes: (conversationId) => Number(sum.rows(conversationId)[0]?.[0] ?? 0),
  }
}
