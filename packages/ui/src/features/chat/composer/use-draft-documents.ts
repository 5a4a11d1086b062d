import type { Attachment, FileAttachment, ModelRef } from '@gatehouse/domain'
import {
  attachmentsInRoom,
  documentRoom,
  takeDocumentRoom,
  type DocumentRoom,
} from '@gatehouse/domain/documents'
import { useProviders } from '../../../lib/queries/index.ts'

/** The attachments of a draft as they are sent to the model of the chat. */
export interface DraftDocuments {
  /** A file that the model does not take is here as its text. */
  asSent: readonly Attachment[]
  /** Files of the draft of which the text is sent instead. */
  asText: readonly Attachment[]
  /** True if the model takes this document as a file beside the rest of the draft. */
  isFileTaken(file: FileAttachment): boolean
}

export function useDraftDocuments(
  attachments: readonly Attachment[],
  model: ModelRef | null,
): DraftDocuments {
  const provider = useProviders().data?.find(({ id }) => id === model?.providerId)
  const room = (): DocumentRoom => documentRoom(provider, model?.modelId ?? '')
  const asSent = attachmentsInRoom(attachments, room())
  return {
    asSent,
    asText: attachments.filter((attachment, at) => attachment !== asSent[at]),
    isFileTaken({ id, source, document }) {
      const left = room()
      attachmentsInRoom(
        attachments.filter((one) => one.id !== id),
        left,
      )
      if (!source || !document) return false
      return takeDocumentRoom(left, { bytes: source.bytes, pages: document.count })
    },
  }
}
