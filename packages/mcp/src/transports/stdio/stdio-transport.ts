import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../../recording/frame-recorder.ts'
import { createSharedTransport, type SharedTransport } from '../shared-transport.ts'
import { createMessageReader, toLine } from './message-reader.ts'
import type { OutputLog } from '../../recording/output-log.ts'
import type { ServerProcess } from '../../system/processes/server-process.ts'

/** The messages of one process. */
export interface StdioTransport extends SharedTransport {
  readonly process: ServerProcess
}

export interface StdioTransportOptions {
  recorder: FrameRecorder
  log: OutputLog
  maxBytes?: number
  start(output: {
    onStdout(chunk: Buffer): Promise<void> | undefined
    onStderr(chunk: Buffer): void
  }): Promise<ServerProcess>
}

/** Starts the process and reads its messages. Rejects as the start does. */
export async function openStdioTransport(options: StdioTransportOptions): Promise<StdioTransport> {
  const { recorder, log } = options
  const early: JSONRPCMessage[] = []
  let receive = (message: JSONRPCMessage): void => void early.push(message)
  const reader = createMessageReader({
    recorder,
    onStray: (line) => log.addStray(line),
    onMessage: (message) => receive(message),
    onRefusal: (response) => void send(response).catch(() => undefined),
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  })
  const starting = options.start({
    onStdout: (chunk) => reader.push(chunk),
    onStderr: (chunk) => log.pushStderr(chunk),
  })
  async function send(message: JSONRPCMessage): Promise<void> {
    const line = toLine(message)
    recorder.sent(message, line.slice(0, -1))
    const { write } = await starting
    await write(line)
  }
  const process = await starting
  const transport = createSharedTransport({
    // `pid` and `stderr` are how the client knows a stdio transport.
    marks: { pid: process.pid, stderr: null },
    send,
    log,
  })
  receive = (message) => transport.receive(message)
  for (const message of early) transport.receive(message)
  void process.exited.then(async () => {
    // What it wrote last counts.
    await reader.idle()
    log.endStderr()
    transport.ended()
  })
  return { ...transport, process }
}
