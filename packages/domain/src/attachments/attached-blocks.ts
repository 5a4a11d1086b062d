import type { Attachment } from './attachment.ts'
import { blobsOfBlocks } from '../content/split-result.ts'
import type { BlobRef, StoredBlock } from '../content/stored-result.ts'

/** The blocks of an attachment, in order. */
export function attachedBlocks(attachment: Attachment): StoredBlock[] {
  switch (attachment.kind) {
    case 'file':
      return [
        attachment.content,
        ...(attachment.pages ?? []).map(
          ({ mimeType, kept }) => ({ type: 'image', mimeType, kept }) as const,
        ),
      ]
    case 'resource':
      return attachment.contents
    case 'prompt':
      return attachment.messages.map(({ content }) => content)
  }
}

/** The data of attachments that is in files of its own. */
export const blobsOfAttachments = (attachments: readonly Attachment[]): BlobRef[] =>
  attachments.flatMap((attachment) => [
    ...blobsOfBlocks(attachedBlocks(attachment)),
    ...(attachment.kind === 'file' && attachment.source ? [attachment.source] : []),
  ])

/** Returns an attachment without its source, as in a message: the decoded content is sent. A PDF file stays. */
export function withoutSource(attachment: Attachment): Attachment {
  if (attachment.kind !== 'file' || attachment.document?.form === 'file') return attachment
  const { source: _source, ...rest } = attachment
  return rest
}

/** The name of an attachment. */
export const attachmentName = (attachment: Attachment): string =>
  attachment.kind === 'prompt' ? attachment.title : attachment.name

/** Types of the pictures and sounds that an attachment brings into a request. */
export const attachedMedia = (attachment: Attachment): string[] =>
  attachedBlocks(attachment).flatMap((block) => {
    if (block.type === 'text' || block.type === 'resource_link') return []
    const isText = block.type === 'resource' && block.resource.text !== undefined
    const mimeType = block.type === 'resource' ? (block.resource.mimeType ?? '') : block.mimeType
    return !isText && /^(?:image|audio)\//.test(mimeType) ? [mimeType] : []
  })
