import { join } from 'node:path'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import type { DocumentProcess, DocumentRequest } from '../../documents/document-process.ts'
import { createDocumentReader } from '../../documents/document-reader.ts'
import { startUtility } from './start-utility.ts'

const FOLDER = join(__dirname, '../documents')

/** Reads documents in utility processes, which get nothing of main's environment. */
export const createDocuments = (): ReturnType<typeof createDocumentReader> =>
  createDocumentReader({ start, characterMaps: join(FOLDER, 'cmaps') })

const start = (): DocumentProcess =>
  startUtility<DocumentRequest, unknown>(join(FOLDER, 'index.cjs'), {
    serviceName: 'Gatehouse documents',
    stdio: 'ignore',
    env: {},
    execArgv: [`--max-old-space-size=${DOCUMENT_LIMITS.heapMegabytes}`],
  })
