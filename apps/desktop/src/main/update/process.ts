/** A process of its own that brings one file to the latest format. Main ends it. */
import { runUpdate } from './run-update.ts'

const { parentPort } = process
const post = parentPort.postMessage.bind(parentPort)

parentPort.once('message', ({ data }: { data: unknown }) =>
  runUpdate(String(data), (message) => post(message)),
)
