import {
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client'
import { deliver } from '../deliver.ts'
import type { FrameTap } from '../frame-tap.ts'
import { createMessageReader, toLine } from './message-channel.ts'
import type { OutputLog } from './output-log.ts'
import type { ServerProcess } from './server-process.ts'

/** The messages of one process, over which one client after another can be attached. */
export interface StdioWire {
  readonly process: ServerProcess
  send(message: JSONRPCMessage): Promise<void>
  /**
   * A transport for a new client; an earlier one gets nothing any more. Every client counts its ids
   * from 0: one that may be replaced sends `initialize` under `initializeId`, so that a late answer
   * to it is never taken for an answer to the next client.
   */
  attach(initializeId?: string): Transport
  /** The answer to a request that was sent past any client. */
  answerTo(id: string): Promise<JSONRPCMessage>
  /** Whether the server has sent any message yet. */
  heard(): boolean
}

export interface StdioWireOptions {
  tap: FrameTap
  log: OutputLog
  maxBytes?: number
  start(output: {
    onStdout(chunk: Buffer): void
    onStderr(chunk: Buffer): void
  }): Promise<ServerProcess>
}

/** Starts the process and reads its messages. Rejects as the start does. */
export async function openStdioWire(options: StdioWireOptions): Promise<StdioWire> {
  const { tap, log } = options
  const awaited = new Map<string, (answer: JSONRPCMessage) => void>()
  let attached: Transport | undefined
  let heard = false
  const reader = createMessageReader({
    tap,
    onStray: (line) => log.addStray(line),
    onMessage: (message) => {
      heard = true
      const id = isJSONRPCResponse(message) ? message.id : undefined
      const resolve = typeof id === 'string' ? awaited.get(id) : undefined
      if (resolve) {
        awaited.delete(String(id))
        resolve(message)
      } else if (attached) deliver(attached, message)
    },
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  })
  const process = await options.start({
    onStdout: (chunk) => reader.push(chunk),
    onStderr: (chunk) => log.pushStderr(chunk),
  })
  void process.exited.then(() => {
    log.endStderr()
    attached?.onclose?.()
  })

  async function send(message: JSONRPCMessage): Promise<void> {
    const line = toLine(message)
    tap.sent(message, line.slice(0, -1))
    await process.write(line)
  }

  return {
    process,
    send,
    attach(initializeId) {
      attached = createAttachedTransport(process.pid, (message) => {
        if (initializeId === undefined || !isInitialize(message)) return send(message)
        awaited.set(initializeId, (answer) => deliver(transport, { ...answer, id: message.id }))
        return send({ ...message, id: initializeId })
      })
      const transport = attached
      return transport
    },
    answerTo: (id) => new Promise((resolve) => awaited.set(id, resolve)),
    heard: () => heard,
  }
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && message.method === 'initialize' && 'id' in message
}

/** Closing it detaches the client; the process belongs to the session. */
function createAttachedTransport(pid: number, send: StdioWire['send']): Transport {
  // `pid` and `stderr` are how the client knows a stdio transport.
  const transport: Transport & { pid: number; stderr: null } = {
    pid,
    stderr: null,
    start: () => Promise.resolve(),
    send: (message) => send(message),
    close() {
      transport.onclose?.()
      delete transport.onmessage
      delete transport.onclose
      return Promise.resolve()
    },
  }
  return transport
}
