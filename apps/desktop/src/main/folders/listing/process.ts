import { listFiles } from './list-files.ts'
import type { ListingRequest, ListingResponse } from './listing-process.ts'

// Lists one folder. A disk that hangs, or a pattern of an ignore file, ends at most this process.
type Port = Pick<typeof process.parentPort, 'postMessage'> & {
  on(event: 'message', listener: (message: { data: ListingRequest }) => void): unknown
}

/** Main's end, or that of a test that forked the process. */
const port: Port = process.parentPort ?? {
  postMessage: (message) => void process.send?.(message),
  on: (event, listener) => process.on(event, (data: ListingRequest) => listener({ data })),
}

port.on('message', ({ data: { folder, ...choice } }) => {
  listFiles(folder, choice).then(
    (listing) => port.postMessage({ listing } satisfies ListingResponse),
    () => port.postMessage({ problem: 'unreadable' } satisfies ListingResponse),
  )
})
