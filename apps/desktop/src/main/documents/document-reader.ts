import { documentError, isDocumentProblem, type DocumentProblem } from '@gatehouse/documents/error'
import { DOCUMENT_LIMITS, readDocumentSchema, type ReadDocument } from '@gatehouse/domain/documents'
import { SerialQueue } from '@gatehouse/base'
import type { Documents } from '@gatehouse/host/ports'
import type { DocumentProcess, DocumentRequest } from './document-process.ts'

/** Milliseconds between two looks at the memory of a process. */
const LOOK_MS = 100

interface ReaderParts {
  start: () => DocumentProcess
  /** The folder with the character maps of pdf.js. */
  characterMaps: string
  /** Milliseconds, and bytes of memory, that a process may take. */
  limits?: { ms: number; memory: number }
}

/**
 * Reads each document in a process of its own, one after the other: a document that breaks its process, or takes too
 * much time or memory, costs no other one anything.
 */
export function createDocumentReader({
  start,
  characterMaps,
  limits = DOCUMENT_LIMITS,
}: ReaderParts): Documents & { close(): void } {
  const queue = new SerialQueue()
  const running = new Set<DocumentProcess>()
  return {
    read: (document) =>
      queue.run(() => readIn({ start, running, limits }, { ...document, characterMaps })),
    close() {
      for (const one of running) one.kill()
    },
  }
}

type Reader = Pick<Required<ReaderParts>, 'start' | 'limits'> & { running: Set<DocumentProcess> }

function readIn(
  { start, running, limits }: Reader,
  request: DocumentRequest,
): Promise<ReadDocument> {
  const child = start()
  running.add(child)
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      clearInterval(looking)
      running.delete(child)
      child.kill()
    }
    const fail = (problem: DocumentProblem): void => {
      end()
      reject(documentError(problem))
    }
    const timer = setTimeout(() => fail('too-slow'), limits.ms)
    const looking = setInterval(() => {
      if (child.memory() > limits.memory) fail('too-much-memory')
    }, LOOK_MS)
    child.onExit(() => fail('crashed'))
    child.onMessage((message) => {
      const response = message as { read?: unknown; problem?: unknown }
      if (isDocumentProblem(response.problem)) return fail(response.problem)
      // What a document made of its process is not trusted either.
      const read = readDocumentSchema.safeParse(response.read)
      if (!read.success) return fail('damaged')
      end()
      resolve(read.data)
    })
    child.post(request)
  })
}
