import type { DocumentProblem } from '@gatehouse/documents'
import type { ReadDocument } from '@gatehouse/domain/documents'
import type { DocumentToRead } from '@gatehouse/host/ports'

/** To the process, once: the document, and the folder with the character maps of pdf.js. */
export type DocumentRequest = DocumentToRead & { characterMaps: string }

/** From the process that reads one document. */
export type DocumentResponse = { read: ReadDocument } | { problem: DocumentProblem }

/** A process that reads one document. */
export interface DocumentProcess {
  post(document: DocumentRequest): void
  onMessage(listener: (response: unknown) => void): void
  onExit(listener: () => void): void
  /** Bytes that it takes now. Limits that are given to its engine are not kept by it. */
  memory(): number
  kill(): void
}
