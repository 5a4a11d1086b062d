import { NEVER_ABORTED } from '@gatehouse/base'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import {
  rawInitialized,
  startRawHttpServer,
  type RawExchange,
  type RawHttpServer,
} from '../testing/raw-http-server.ts'
import { createTestBench } from '../testing/recorded-connection.ts'

export const tool = { name: 'work', inputSchema: { type: 'object' } }
export const done = { content: [{ type: 'text', text: 'done' }] }

/** For tests: all that a server may ask for. */
export const everything = {
  elicitation: { form: true, url: true },
  sampling: { tools: true, context: true },
  roots: true,
  apps: false,
}

/** For tests: the text of the response to a call. */
export const result = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: done })

/** For tests: servers of which the test itself plays a part, and connections to them. */
export async function createRawBench() {
  const bench = await createTestBench()
  const servers: RawHttpServer[] = []

  /** A legacy server that does as it should wherever `respond` gives `false`. */
  async function serve(respond: (exchange: RawExchange) => boolean): Promise<RawHttpServer> {
    const server = await startRawHttpServer((exchange) => {
      const { method, message, response, reply } = exchange
      if (respond(exchange)) return
      if (method === 'DELETE') return void response.writeHead(200).end()
      if (method === 'GET') return void response.writeHead(405).end()
      switch (message['method']) {
        case 'initialize':
          return reply(rawInitialized, { 'mcp-session-id': 'one' })
        case 'tools/list':
          return reply({ tools: [tool] })
        case 'server/discover':
          return void response.writeHead(400).end()
        default:
          return void (message['id'] === undefined ? response.writeHead(202).end() : reply({}))
      }
    })
    servers.push(server)
    return server
  }

  return {
    bench,
    serve,
    async openWith(
      respond: (exchange: RawExchange) => boolean,
      more: Partial<ConnectionOptions> = {},
    ) {
      const { url } = await serve(respond)
      const opened = await bench.open({ kind: 'http', url, headers: {} }, more)
      const call = () =>
        opened.connection.callTool(
          { tool, arguments: {}, onProgress: () => undefined },
          NEVER_ABORTED,
        )
      return { ...opened, call }
    },
    async close(): Promise<void> {
      await bench.close()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

export type RawBench = Awaited<ReturnType<typeof createRawBench>>
