import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createEventStreams } from './event-streams.ts'
import { Peer, type Message } from './peer.mjs'

export type ProtocolServerOptions = {
  /** `sse`: HTTP+SSE of 2024-11-05, which refuses every POST to its stream's address. */
  transport: 'http' | 'sse'
  era: 'legacy' | 'modern'
  revision: string
  /** Status with which `sse` refuses a POST. Default 405. */
  refusal?: number
  /** Milliseconds that a client waits before it asks for a lost stream again. Default 20. */
  retryMs?: number
  /** Responses to calls come as one JSON array with a notice before them, as 2025-03-26 allows. */
  batches?: boolean
}

export type ProtocolHttpServer = {
  /** Where a host connects. */
  url: string
  /** Every HTTP request so far. */
  requests: readonly SeenRequest[]
  /** Every JSON-RPC message that the server received. */
  received: readonly Message[]
  /** The session that was begun last, for what only a server can start. */
  peer(): Peer
  /** Breaks off every stream and connection; the server itself stays. */
  drop(): void
  /** Forgets all sessions: their ids get 404. */
  forget(): void
  close(): Promise<void>
}

type SeenRequest = {
  method: string
  headers: IncomingMessage['headers']
  message: Message
  /** Its body as it came. */
  raw: string
  /** When it came, in milliseconds of `performance.now()`. */
  at: number
}

type Exchange = { request: IncomingMessage; response: ServerResponse; body: Message }

/** The protocol server over HTTP on an ephemeral port of 127.0.0.1, in this process. */
export async function startHandwrittenServer(
  options: ProtocolServerOptions,
): Promise<ProtocolHttpServer> {
  const requests: SeenRequest[] = []
  const received: Message[] = []
  const peers = new Map<string, { peer: Peer; streams: ReturnType<typeof createEventStreams> }>()
  let begun = 0
  let last: Peer | undefined

  const begin = (id: string) => {
    const streams = createEventStreams(options)
    const onMessage = (message: Message) => received.push(message)
    const peer = new Peer({ ...options, onMessage }, (message, about) =>
      streams.send(message, about),
    )
    const session = { peer, streams }
    peers.set(id, session)
    last = peer
    return session
  }
  const shared = options.era === 'modern' ? begin('modern') : undefined

  const serve = async ({ request, response, body }: Exchange): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://protocol')
    const id =
      options.transport === 'sse'
        ? (path.searchParams.get('session') ?? '')
        : String(request.headers['mcp-session-id'] ?? '')
    const isPost = request.method === 'POST'
    if (options.transport === 'sse' && path.pathname === '/sse') {
      if (isPost) return refuse(response, options.refusal ?? 405, 'Not here')
      const own = `sse-${(begun += 1)}`
      begin(own).streams.open(response, `/messages?session=${own}`)
      return
    }
    const starts = isPost && body['method'] === 'initialize'
    const fresh = starts && options.transport === 'http' ? `session-${(begun += 1)}` : id
    const session = shared ?? (fresh === id ? peers.get(id) : begin(fresh))
    if (!session) return refuse(response, 404, 'Session not found')
    const requested = request.headers['mcp-protocol-version']
    if (options.era === 'modern' && isPost && !starts && requested !== options.revision)
      return refuseVersion(response, body, { supported: [options.revision], requested })
    const wrong = starts ? undefined : whatIsWrong(request, body, options)
    if (wrong !== undefined) return refuse(response, 400, wrong)
    if (fresh !== id) response.setHeader('mcp-session-id', fresh)
    if (request.method === 'DELETE') {
      peers.delete(id)
      response.writeHead(200).end()
    } else if (isPost) {
      session.streams.respond(response, body, options.transport === 'sse')
      if (options.era === 'modern')
        response.once('close', () => session.peer.running.get(body['id'])?.abort())
      session.peer.receive(body)
    } else if (options.era === 'modern') refuse(response, 405, 'Method Not Allowed')
    else session.streams.resume(response, String(request.headers['last-event-id'] ?? ''))
  }

  const http = createServer((request, response) => {
    void text(request).then((raw) => {
      const body: Message = raw === '' ? {} : JSON.parse(raw)
      const { method = '', headers } = request
      requests.push({ method, headers, message: body, raw, at: performance.now() })
      return serve({ request, response, body })
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('No TCP port')
  return {
    url: `http://127.0.0.1:${address.port}/${options.transport === 'sse' ? 'sse' : 'mcp'}`,
    requests,
    received,
    peer() {
      if (!last) throw new Error('Nobody has connected to the protocol server.')
      return last
    },
    drop: () => http.closeAllConnections(),
    forget: () => peers.clear(),
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Returns the fault that the specification makes a server refuse with 400. */
function whatIsWrong(
  { headers, method }: IncomingMessage,
  { method: rpc, params }: Message,
  { transport, era, revision }: ProtocolServerOptions,
): string | undefined {
  // The header exists since 2025-06-18, and HTTP+SSE never had it.
  if (transport === 'sse' || revision < '2025-06-18') return undefined
  if (headers['mcp-protocol-version'] !== revision) return 'MCP-Protocol-Version is wrong'
  if (era === 'legacy' || method !== 'POST') return undefined
  if (headers['mcp-method'] !== rpc) return 'Mcp-Method is wrong'
  const name = rpc === 'resources/read' ? params?.uri : params?.name
  if (name !== undefined && headers['mcp-name'] !== name) return 'Mcp-Name is wrong'
  return undefined
}

/** MCP 2026-07-28, basic/transports, "Protocol Version Header". */
function refuseVersion(response: ServerResponse, { id }: Message, data: object): void {
  const error = { code: -32_022, message: 'Unsupported protocol version', data }
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
}

function refuse(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(content)
}
