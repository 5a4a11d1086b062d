import type { Attachment, Conversation } from '@gatehouse/domain'
import type { AttachmentStore } from '../../ports/index.ts'

/** In the order in which they were attached, without those of queued messages, which no longer belong to the draft. */
export function attachmentsOfDraft(
  { id, queue = [] }: Pick<Conversation, 'id' | 'queue'>,
  store: Pick<AttachmentStore, 'list'>,
): Attachment[] {
  const waiting = new Set(queue.flatMap(({ attachments }) => attachments.map((one) => one.id)))
  return store.list(id).filter((one) => !waiting.has(one.id))
}
