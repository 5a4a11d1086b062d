import { readDocument, ReadingProblem } from '@gatehouse/documents'

import type { DocumentRequest, DocumentResponse } from './document-process.ts'

// Reads one document, of which nothing is trusted. What is wrong with it ends at most this process.
type Port = Pick<typeof process.parentPort, 'postMessage'> & {
  on(event: 'message', listener: (message: { data: DocumentRequest }) => void): unknown
}

/** Main's end, or that of a test that forked the process. */
const port: Port = process.parentPort ?? {
  postMessage: (message) => void process.send?.(message),
  on: (event, listener) => process.on(event, (data: DocumentRequest) => listener({ data })),
}

port.on('message', ({ data }) => void respond(data))

async function respond(document: DocumentRequest): Promise<void> {
  port.postMessage((await read(document)) satisfies DocumentResponse)
}

async function read(document: DocumentRequest): Promise<DocumentResponse> {
  try {
    return { read: await readDocument(document, document) }
  } catch (error) {
    // Whatever else a library throws at a document, the document is to blame.
    return { problem: error instanceof ReadingProblem ? error.problem : 'damaged' }
  }
}
