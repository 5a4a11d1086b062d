import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameTap } from '../../recording/frame-recorder.ts'
import { createMessageWire, type MessageWire } from '../shared-transport.ts'
import { createMessageReader, toLine } from './message-reader.ts'
import type { OutputLog } from '../../recording/output-log.ts'
import type { ServerProcess } from '../../system/processes/server-process.ts'

/** The messages of one process. */
export interface StdioWire extends MessageWire {
  readonly process: ServerProcess
}

export interface StdioWireOptions {
  tap: FrameTap
  log: OutputLog
  maxBytes?: number
  start(output: {
    onStdout(chunk: Buffer): Promise<void> | undefined
    onStderr(chunk: Buffer): void
  }): Promise<ServerProcess>
}

/** Starts the process and reads its messages. Rejects as the start does. */
export async function openStdioWire(options: StdioWireOptions): Promise<StdioWire> {
  const { tap, log } = options
  const early: JSONRPCMessage[] = []
  let receive = (message: JSONRPCMessage): void => void early.push(message)
  const reader = createMessageReader({
    tap,
    onStray: (line) => log.addStray(line),
    onMessage: (message) => receive(message),
    onRefusal: (answer) => void send(answer).catch(() => undefined),
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  })
  const starting = options.start({
    onStdout: (chunk) => reader.push(chunk),
    onStderr: (chunk) => log.pushStderr(chunk),
  })
  async function send(message: JSONRPCMessage): Promise<void> {
    const line = toLine(message)
    tap.sent(message, line.slice(0, -1))
    const { write } = await starting
    await write(line)
  }
  const process = await starting
  const wire = createMessageWire({
    // `pid` and `stderr` are how the client knows a stdio transport.
    marks: { pid: process.pid, stderr: null },
    send,
  })
  receive = (message) => wire.receive(message)
  for (const message of early) wire.receive(message)
  void process.exited.then(() => {
    log.endStderr()
    wire.ended()
  })
  return { ...wire, process }
}
