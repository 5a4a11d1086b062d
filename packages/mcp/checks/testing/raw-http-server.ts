import { valueOfJson } from '@gatehouse/domain'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  /** Milliseconds since the server started. */
  at: number
  message: Record<string, unknown>
}

export interface RawExchange extends RawRequest {
  response: ServerResponse
  /** Number of requests with this HTTP method so far, this one included. */
  count: number
  /** Responds with a JSON body. */
  reply(result: object, headers?: Record<string, string>): void
  /** Begins an event stream; `text` is sent as it is. */
  stream(text: string): void
}

export interface RawHttpServer {
  url: string
  requests: readonly RawRequest[]
  close(): Promise<void>
}

/** For tests: what a legacy server responds to `initialize`. */
export const rawInitialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
  serverInfo: { name: 'raw', version: '1.0.0' },
}

/** For tests: an HTTP server of which every byte is the test's own. */
export async function startRawHttpServer(
  respond: (exchange: RawExchange) => void,
): Promise<RawHttpServer> {
  const requests: RawRequest[] = []
  const startedAt = performance.now()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const parsed = valueOfJson(await text(request))
    const message = (
      typeof parsed === 'object' && parsed !== null ? parsed : {}
    ) as RawRequest['message']
    const method = request.method ?? ''
    const at = performance.now() - startedAt
    const seen = { method, url: request.url ?? '', headers: request.headers, at, message }
    requests.push(seen)
    respond({
      ...seen,
      response,
      count: requests.filter((one) => one.method === method).length,
      reply(result, headers = {}) {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result }))
      },
      stream(start) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(start)
      },
    })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** For tests: one event of a stream. */
export function eventText(message: object, more: { id?: string; retry?: number } = {}): string {
  const retry = more.retry === undefined ? '' : `retry: ${more.retry}\n`
  const id = more.id === undefined ? '' : `id: ${more.id}\n`
  return `${retry}${id}data: ${JSON.stringify(message)}\n\n`
}
