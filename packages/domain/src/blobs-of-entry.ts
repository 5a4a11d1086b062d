import { blobsOfAttachments } from './attached-blocks.ts'
import { blobsOf } from './split-result.ts'
import type { BlobRef } from './stored-result.ts'
import type { Entry } from './turn.ts'

/** The data that an entry keeps in files of their own. */
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
