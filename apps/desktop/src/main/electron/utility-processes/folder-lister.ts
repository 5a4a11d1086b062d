import { utilityProcess } from 'electron'
import { join } from 'node:path'
import { createFolderLister, type FolderLister } from '../../folders/listing/folder-lister.ts'

/** Lists folders in utility processes, which get nothing of main's environment. */
export const createFolderListing = (): FolderLister =>
  createFolderLister(() => {
    const child = utilityProcess.fork(join(__dirname, '../folders/index.cjs'), [], {
      serviceName: 'Gatehouse folders',
      stdio: 'ignore',
      env: {},
      execArgv: ['--max-old-space-size=256'],
    })
    return {
      post: (request) => child.postMessage(request, []),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', listener),
      kill: () => void child.kill(),
    }
  })
