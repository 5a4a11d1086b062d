import type { PartRange, ReadDocument } from '@gatehouse/domain/documents'

/** Data that is read as a document, by its first bytes. */
export type DocumentContainer = 'pdf' | 'rtf' | 'zip' | 'compound' | 'eml' | 'html' | 'ipynb'

export interface DocumentToRead {
  container: DocumentContainer
  /** Those of HTML and notebooks are UTF-8. */
  bytes: Uint8Array
  /** Chosen units; absent: all. */
  ranges?: readonly PartRange[] | undefined
}

/** Reads documents apart from everything else, within limits of time, memory and output. */
export interface Documents {
  /** Rejects with `attachment/document-…`. Another reading is not affected. */
  read(document: DocumentToRead): Promise<ReadDocument>
}
