import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { StdioCommand } from '../stdio-command.ts'
import { TaskRepository } from './task-repository.mjs'
import { TaskPeer } from './task-peer.mjs'

export type TaskServerOptions = {
  era: 'legacy' | 'modern'
  /** File that keeps the tasks, so that a server started again still knows them. Default: none. */
  stateFile?: string
  /** The legacy server does not declare that tasks can be cancelled. */
  noCancel?: boolean
  /** Port to take, to come back at the same address. Default: any. */
  port?: number
}

export type TaskHttpServer = {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string
  port: number
  /** Method and `Mcp-Name` of every JSON-RPC request, in order of arrival. */
  requests: readonly { method: string; mcpName: string | undefined; body: Message }[]
  /** Lets every task that would never end be over now. */
  finish(): void
  /** Forgets every task, as a server that keeps nothing does when it is started again. */
  forget(): void
  close(): Promise<void>
}

type Message = Record<string, unknown>

const script = fileURLToPath(new URL('../../../bin/task-server.mjs', import.meta.url))

/** Returns the command of the stdio server whose tools run as tasks. */
export function taskServerCommand(options: Omit<TaskServerOptions, 'port'>): StdioCommand {
  const state = options.stateFile === undefined ? [] : [`--state=${options.stateFile}`]
  const noCancel = options.noCancel ? ['--no-cancel'] : []
  return {
    command: process.execPath,
    args: [script, `--era=${options.era}`, ...state, ...noCancel],
  }
}

/** The same server over Streamable HTTP, without sessions, on a port of 127.0.0.1. */
export async function startTaskServer(options: TaskServerOptions): Promise<TaskHttpServer> {
  const tasks = new TaskRepository(options.stateFile)
  const requests: { method: string; mcpName: string | undefined; body: Message }[] = []
  const streams = new Map<string | number, ServerResponse>()
  const standalone = new Set<ServerResponse>()
  const peer = new TaskPeer({ ...options, tasks }, (message, about) => {
    const response = about === undefined ? undefined : streams.get(about)
    const targets = response ? [response] : [...standalone]
    const isResponse = about !== undefined && message['id'] === about
    for (const target of targets) write(target, message, isResponse)
    if (isResponse) streams.delete(about)
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      if (options.era === 'modern') return void response.writeHead(405).end()
      standalone.add(response)
      return openStream(response)
    }
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = JSON.parse(await text(request)) as Message
    const { id, method } = message
    if (typeof method === 'string') {
      const mcpName = request.headers['mcp-name']
      const name = typeof mcpName === 'string' ? mcpName : undefined
      requests.push({ method, mcpName: name, body: message })
    }
    if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) {
      response.writeHead(202).end()
    } else {
      streams.set(id, response)
      if (method === 'tasks/result' || method === 'subscriptions/listen') openStream(response)
    }
    await peer.receive(message)
  }

  const http = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const port = await listen(http, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    requests,
    finish: () => tasks.finish(),
    forget: () => tasks.forget(),
    close: async () => {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      http.closeAllConnections()
      await closed
    },
  }
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.flushHeaders()
}

function write(response: ServerResponse, message: Message, last: boolean): void {
  if (response.headersSent) {
    response.write(`data: ${JSON.stringify(message)}\n\n`)
    if (last) response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(message))
}

async function listen(http: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('There is no TCP port.')
  return address.port
}
