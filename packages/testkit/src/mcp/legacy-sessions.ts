import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { McpServer } from '@modelcontextprotocol/server'

type Transport = NodeStreamableHTTPServerTransport
type Exchange = { request: IncomingMessage; response: ServerResponse; body: unknown }

/**
 * Streamable HTTP of 2025-11-25: `initialize` opens a session with an id of its own, every later
 * POST, GET (stream) and DELETE names it; an unknown id gets 404 and a missing one 400.
 */
export function createLegacySessions(
  makeServer: () => McpServer,
  TransportClass: typeof NodeStreamableHTTPServerTransport,
) {
  const sessions = new Map<string, Transport>()

  async function openSession(): Promise<Transport> {
    const transport = new TransportClass({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport)
      },
      onsessionclosed: (id) => {
        sessions.delete(id)
      },
    })
    await makeServer().connect(transport)
    return transport
  }

  async function forgetSessions(): Promise<void> {
    const open = [...sessions.values()]
    sessions.clear()
    await Promise.all(open.map((transport) => transport.close()))
  }

  return {
    async handle({ request, response, body }: Exchange): Promise<void> {
      const id = request.headers['mcp-session-id']
      if (typeof id === 'string') {
        const transport = sessions.get(id)
        if (transport === undefined) {
          refuse(response, 404, { code: -32001, message: 'Session not found' })
          return
        }
        await transport.handleRequest(request, response, body)
        return
      }
      if (request.method !== 'POST' || !isInitialize(body)) {
        const message = 'Bad Request: Mcp-Session-Id header is required'
        refuse(response, 400, { code: -32000, message })
        return
      }
      const transport = await openSession()
      await transport.handleRequest(request, response, body)
    },
    forgetSessions,
    close: forgetSessions,
  }
}

function isInitialize(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize'
  )
}

type RpcError = { code: number; message: string }

function refuse(response: ServerResponse, status: number, error: RpcError): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}
