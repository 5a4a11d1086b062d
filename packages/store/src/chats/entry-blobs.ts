import type { BlobRef } from '@gatehouse/domain'
import type { Database } from '../file/database.ts'

/** Which entries refer to which files. A row goes with its entry; the file is collected later. */
export interface EntryBlobs {
  add(seq: unknown, blobs: readonly BlobRef[]): void
}

export function createEntryBlobs(database: Database): EntryBlobs {
  const add = database.prepare('INSERT OR IGNORE INTO entry_blobs (entry_seq, hash) VALUES (?, ?)')
  return {
    add(seq, blobs) {
      for (const { hash } of blobs) add.run(Number(seq), hash)
    },
  }
}
