import { blobsOf, blobsOfAttachments, type BlobRef, type Entry } from '@gatehouse/domain'
import type { Database } from './database.ts'

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

/** What of an entry is in files of its own. */
export function blobsOfEntry(entry: Entry): BlobRef[] {
  switch (entry.kind) {
    case 'user-message':
      return blobsOfAttachments(entry.attachments ?? [])
    case 'tool-call':
      return entry.result ? blobsOf(entry.result) : []
    case 'assistant-message':
      return []
  }
}
