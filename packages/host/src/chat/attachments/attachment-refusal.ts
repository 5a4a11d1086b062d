import { ATTACHMENT_LIMITS, GatehouseError } from '@gatehouse/domain'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import type { DocumentContainer } from '../../ports/index.ts'
import { pictureError } from './picture-error.ts'
import type { RefusedKind } from './sniff-media.ts'

const { count, media, fileBytes, allBytes } = ATTACHMENT_LIMITS
const megabytes = (bytes: number): number => bytes / 1_000_000

const KIND_WORDS: Readonly<Record<RefusedKind, string>> = {
  archive: 'This is an archive. Attach the files that are in it.',
}

/** Refusals of an attachment. */
export const refusal = {
  empty: () => new GatehouseError('attachment/empty', 'There is nothing in it to attach.'),
  unsupported: () =>
    new GatehouseError(
      'attachment/unsupported',
      'Only text, documents, pictures and sound (WAV, MP3) can be attached.',
    ),
  /** A file that is not text, by what it is. */
  kind: (kind: RefusedKind) =>
    new GatehouseError('attachment/unsupported', KIND_WORDS[kind], { data: { kind } }),
  /** The bytes of a document are no text. */
  document: (container: DocumentContainer) =>
    new GatehouseError(
      'attachment/unsupported',
      `This is a document (${container.toUpperCase()}), and no text by its bytes.`,
    ),
  /** A document that holds nothing to read. */
  noText: () =>
    new GatehouseError(
      'attachment/document-no-text',
      'There is no text in this document. Attach its pictures instead.',
    ),
  documentTooLarge: () =>
    new GatehouseError(
      'attachment/file-too-large',
      `A document may have at most ${megabytes(DOCUMENT_LIMITS.fileBytes)} MB. Attach a smaller one.`,
      { data: { megabytes: megabytes(DOCUMENT_LIMITS.fileBytes) } },
    ),
  notInEncoding: () =>
    new GatehouseError(
      'attachment/not-in-encoding',
      'This file is not a text in that encoding. It is unchanged.',
    ),
  fileTooLarge: () =>
    new GatehouseError(
      'attachment/file-too-large',
      `A file may have at most ${megabytes(fileBytes)} MB. Attach a smaller one.`,
      { data: { megabytes: megabytes(fileBytes) } },
    ),
  pictureFileTooLarge: () =>
    new GatehouseError(
      'attachment/file-too-large',
      `A picture may have at most ${megabytes(PICTURE_LIMITS.fileBytes)} MB. Attach a smaller one.`,
      { data: { megabytes: megabytes(PICTURE_LIMITS.fileBytes) } },
    ),
  pictureTooLarge: (width: number, height: number) => pictureError('too-large', { width, height }),
  tooMany: () =>
    new GatehouseError(
      'attachment/too-many',
      `A message takes at most ${count} attachments. Remove one first.`,
      { data: { count } },
    ),
  tooManyMedia: () =>
    new GatehouseError(
      'attachment/too-many-media',
      `A message takes at most ${media} pictures and sounds. Remove one first.`,
      { data: { count: media } },
    ),
  tooMuch: () =>
    new GatehouseError(
      'attachment/too-much',
      `The attachments of one message may have at most ${megabytes(allBytes)} MB. Remove one first.`,
      { data: { megabytes: megabytes(allBytes) } },
    ),
  promptChanged: () =>
    new GatehouseError(
      'attachment/prompt-changed',
      'A prompt has changed since you last sent it, so nothing was sent. Read the changes, then use it or remove it. If the message is queued, remove it and attach the prompt again.',
    ),
  changed: () =>
    new GatehouseError(
      'attachment/changed',
      'The attachments changed, so nothing was sent. Check them and send again.',
    ),
}
