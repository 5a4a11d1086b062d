import { app, utilityProcess } from 'electron'
import { join } from 'node:path'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import type { DocumentProcess } from '../documents/document-process.ts'
import { createDocumentReader } from '../documents/document-reader.ts'

const FOLDER = join(__dirname, '../documents')

/** Reads documents in utility processes, which get nothing of main's environment. */
export const createDocuments = (): ReturnType<typeof createDocumentReader> =>
  createDocumentReader({ start, characterMaps: join(FOLDER, 'cmaps') })

function start(): DocumentProcess {
  const child = utilityProcess.fork(join(FOLDER, 'index.cjs'), [], {
    serviceName: 'Gatehouse documents',
    stdio: 'ignore',
    env: {},
    execArgv: [`--max-old-space-size=${DOCUMENT_LIMITS.heapMegabytes}`],
  })
  return {
    post: (request) => child.postMessage(request, []),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    memory() {
      const own = app.getAppMetrics().find(({ pid }) => pid === child.pid)
      return (own?.memory.workingSetSize ?? 0) * 1024
    },
    kill: () => void child.kill(),
  }
}
