import { blobsOf, blobsOfAttachments, type BlobRef, type Entry } from '@gatehouse/domain'

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
