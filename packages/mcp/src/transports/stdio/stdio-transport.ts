import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { responsesDelivered } from '../ordered-delivery.ts'
import { createSharedTransport, type SharedTransport } from '../shared-transport.ts'
import { createMessageReader, toLine } from './message-reader.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import type { ProcessExit, ServerProcess } from '../../system/processes/server-process.ts'

/** The messages of one process. */
export interface StdioTransport extends SharedTransport {
  readonly process: ServerProcess
  /** Resolves after the process ended and the client was given all that it wrote. */
  readonly ended: Promise<ProcessExit>
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

/** Requests without a response that are remembered. */
const MAX_WAITING = 10_000

/** Starts the process and reads its messages. Rejects as the start does. */
export async function openStdioTransport(options: StdioTransportOptions): Promise<StdioTransport> {
  const { recorder, log } = options
  const early: JSONRPCMessage[] = []
  const waiting = new Set<string>()
  let receive = (message: JSONRPCMessage): void => void early.push(message)
  const reader = createMessageReader({
    recorder,
    onStray: (line) => log.addNonMessageLine(line),
    onMessage(message) {
      if (!('method' in message) && message.id !== undefined) waiting.delete(String(message.id))
      receive(message)
    },
    isWaiting: (id) => waiting.has(String(id)),
    onRefusal: (response) => void send(response).catch(() => undefined),
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  })
  /** Requests that were given up get no response: the oldest are forgotten. */
  function waitFor(id: string | number): void {
    waiting.add(String(id))
    if (waiting.size > MAX_WAITING) waiting.delete([...waiting][0] ?? '')
  }
  const starting = options.start({
    onStdout: (chunk) => reader.push(chunk),
    onStderr: (chunk) => log.pushStderr(chunk),
  })
  async function send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) waitFor(message.id)
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
  const ended = process.exited.then(async (exit) => {
    log.endStderr()
    await reader.idle()
    await responsesDelivered()
    transport.ended()
    return exit
  })
  return { ...transport, process, ended }
}
