import { isGatehouseError } from '@gatehouse/domain'
import { readBackupHead, unpackBackup, writeBackup } from '@gatehouse/store'
import type { BackupRequest, BackupResponse, BackupResult } from './messages.ts'

// Writes or reads one backup: encryption and copies take their time, and the person may end it at any moment.
type Port = Pick<typeof process.parentPort, 'postMessage'> & {
  on(event: 'message', listener: (message: { data: BackupRequest }) => void): unknown
}

/** Main's end, or that of a test that forked the process. */
const port: Port = process.parentPort ?? {
  postMessage: (message) => void process.send?.(message),
  on: (event, listener) => process.on(event, (data: BackupRequest) => listener({ data })),
}

const send = (response: BackupResponse): void => port.postMessage(response)

/** Progress is sent so often at most. */
const PROGRESS_MS = 100
let sentAt = 0
const onProgress = (part: number): void => {
  if (Date.now() - sentAt < PROGRESS_MS) return
  sentAt = Date.now()
  send({ part })
}

port.on('message', ({ data }) => {
  run(data).then(
    (done) => send({ done }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      const { code, data: facts } = isGatehouseError(error)
        ? error
        : { code: 'backup/failed', data: {} }
      send({ failed: { code, message, data: facts } })
    },
  )
})

async function run(request: BackupRequest): Promise<BackupResult> {
  if ('read' in request) return { head: await readBackupHead(request.read) }
  if ('unpack' in request) return { unpacked: await unpackBackup(request.unpack, onProgress) }
  await writeBackup(request.write, { work: request.write.work, onProgress })
  return {}
}
