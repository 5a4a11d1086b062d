import { blobsOfAttachments } from '../attachments/attached-blocks.ts'
import { blobsOf } from '../content/split-result.ts'
import type { BlobRef } from '../content/stored-result.ts'
import type { Entry } from './turn.ts'

/** The files that a call changed, as they were before it. */
export function keptFilesOf(entry: Entry): BlobRef[] {
  if (entry.kind !== 'tool-call' || entry.fileUndo?.state !== 'kept') return []
  return entry.fileUndo.files.flatMap(({ before }) => (before.kind === 'file' ? [before.blob] : []))
}

/** The data that an entry keeps in files of their own. */
export function blobsOfEntry(entry: Entry): BlobRef[] {
  switch (entry.kind) {
    case 'user-message':
      return blobsOfAttachments(entry.attachments ?? [])
    case 'tool-call':
      return [
        ...(entry.result ? blobsOf(entry.result) : []),
        ...keptFilesOf(entry),
        ...(entry.app?.drawn ? [entry.app.drawn.html] : []),
      ]
    case 'assistant-message':
      return []
  }
}
