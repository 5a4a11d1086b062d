import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { McpServer } from '@modelcontextprotocol/server'
import type { FixtureEra, FixtureEvent, FixtureServerOptions } from './fixture-options.ts'
import { createLegacySessions } from './legacy-sessions.ts'

/** One HTTP request as it arrived, before anything judged it. */
export type RecordedRequest = {
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  /** The parsed JSON body; the raw text if it is not JSON; undefined if empty. */
  body: unknown
}

export type HttpServerOptions = Omit<FixtureServerOptions, 'onCrash'> & {
  /** `legacy`: sessions and a GET stream. `modern`: stateless. `dual`: both, sessionless. */
  era: FixtureEra
  /** Headers each request must carry with exactly these values, else 401. */
  headersRequired?: Readonly<Record<string, string>>
}

export type FixtureHttpServer = {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string
  /** Every request so far, refused ones included, in order of arrival. */
  requests: readonly RecordedRequest[]
  /** Everything the server side saw, in order. */
  events: readonly FixtureEvent[]
  /** Drops all sessions, as a restarted server has: old session ids get 404. Legacy only. */
  forgetSessions(): Promise<void>
  /** Ends open streams, sessions and connections and frees the port. */
  close(): Promise<void>
}

type Exchange = { request: IncomingMessage; response: ServerResponse; body: unknown }
type Endpoint = {
  handle(exchange: Exchange): Promise<void>
  forgetSessions(): Promise<void>
  close(): Promise<void>
}

const maximumBodyBytes = 64_000_000

/**
 * Serves the chosen features over Streamable HTTP on an ephemeral port of 127.0.0.1, in this
 * process. The `crash` tool drops every connection and frees the port, as a dead process would.
 */
export async function startFixtureHttpServer(
  options: HttpServerOptions,
): Promise<FixtureHttpServer> {
  const requests: RecordedRequest[] = []
  const events: FixtureEvent[] = []
  const { createFixtureServer } = await import('./fixture-server/fixture-server.mjs')
  const makeServer = () =>
    createFixtureServer({
      ...options,
      onEvent: (event) => {
        events.push(event)
        options.onEvent?.(event)
      },
      onCrash: () => dropConnections(http),
    })
  makeServer()
  const endpoint = await createEndpoint(options.era, makeServer)
  const http = createServer((request, response) => {
    serveRequest(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })

  async function serveRequest(request: IncomingMessage, response: ServerResponse) {
    const body = parseBody(await text(request))
    const path = request.url ?? '/'
    requests.push({ method: request.method ?? '', path, headers: request.headers, body })
    if (new URL(path, 'http://fixture').pathname !== '/mcp') {
      refuse(response, 404, 'Not found')
      return
    }
    for (const [name, value] of Object.entries(options.headersRequired ?? {})) {
      if (request.headers[name.toLowerCase()] !== value) {
        refuse(response, 401, `Missing or wrong header ${name}`)
        return
      }
    }
    await endpoint.handle({ request, response, body })
  }

  const port = await listen(http)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    events,
    forgetSessions: () => endpoint.forgetSessions(),
    close: async () => {
      await endpoint.close()
      dropConnections(http)
    },
  }
}

async function createEndpoint(era: FixtureEra, makeServer: () => McpServer): Promise<Endpoint> {
  const { NodeStreamableHTTPServerTransport, toNodeHandler } =
    await import('@modelcontextprotocol/node')
  if (era === 'legacy') {
    return createLegacySessions(makeServer, NodeStreamableHTTPServerTransport)
  }
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const handler = createMcpHandler(makeServer, {
    legacy: era === 'modern' ? 'reject' : 'stateless',
    maxRequestBodySize: maximumBodyBytes,
  })
  const handle = toNodeHandler(handler)
  return {
    handle: ({ request, response, body }) => {
      const { method = 'GET', url = '/' } = request
      return handle(Object.assign(request, { method, url }), response, body)
    },
    forgetSessions: async () => {},
    close: () => handler.close(),
  }
}

function parseBody(raw: string): unknown {
  if (raw === '') {
    return undefined
  }
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: message }))
}

function dropConnections(http: Server): void {
  http.close()
  http.closeAllConnections()
}

async function listen(http: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  const address = http.address()
  if (address === null || typeof address === 'string') {
    throw new Error('The fixture server has no TCP port')
  }
  return address.port
}
