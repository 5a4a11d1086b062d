import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A fault of one request on its way. All but the first two reach the server. */
export type ProxyFault =
  /** The connection is reset before anything of the request is passed on. */
  | { kind: 'reset' }
  /** The proxy itself responds; the server sees nothing. */
  | { kind: 'refuse'; status: number; headers?: Record<string, string>; body?: string }
  /** The server does its work; then the connection is reset. */
  | { kind: 'reset-after' }
  /** The server does its work; then the proxy responds with this status in its place. */
  | { kind: 'status-after'; status: number; body?: string }
  /** The server does its work, and nothing ever comes back. */
  | { kind: 'drop-after' }
  /** Passed on this much later. */
  | { kind: 'delay'; ms: number }
  /** Only the first part of the response body comes, and then its orderly end. */
  | { kind: 'truncate'; part: number }
  /** Every event of the response comes twice. */
  | { kind: 'duplicate' }

export interface ProxiedRequest {
  method: string
  /** The JSON-RPC method of the body; '' for none. */
  rpcMethod: string
  body: string
}

export interface FaultProxy {
  /** The address of the server, through the proxy. */
  url: string
  /** Every request that arrived, in order. */
  requests: readonly ProxiedRequest[]
  /** Plays the fault on the next request that fits, once. */
  play(fault: ProxyFault, fits?: (request: ProxiedRequest) => boolean): void
  /** Plays the fault on every request that fits, until the result is called. */
  playAlways(fault: ProxyFault, fits?: (request: ProxiedRequest) => boolean): () => void
  /** Ends all connections and listens no more, as a server that is down. */
  down(): Promise<void>
  /** Listens again at the same port. */
  up(): Promise<void>
  close(): Promise<void>
}

interface Rule {
  fault: ProxyFault
  fits: (request: ProxiedRequest) => boolean
  isOnce: boolean
}

/** For tests: stands before an HTTP server on the loopback interface and lets chosen requests go wrong. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const to = new URL(target)
  const requests: ProxiedRequest[] = []
  const rules: Rule[] = []
  let server: Server | undefined
  let port = 0

  function ruleFor(seen: ProxiedRequest): ProxyFault | undefined {
    const index = rules.findIndex(({ fits }) => fits(seen))
    const rule = rules[index]
    if (rule?.isOnce) rules.splice(index, 1)
    return rule?.fault
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const text = body.toString()
    const seen = { method: incoming.method ?? '', rpcMethod: methodOf(text), body: text }
    requests.push(seen)
    const fault = ruleFor(seen)
    if (fault?.kind === 'reset') return void response.socket?.resetAndDestroy()
    if (fault?.kind === 'refuse')
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    passOn(to, { incoming, body, response, fault })
  }

  async function up(): Promise<void> {
    const made = createServer((incoming, response) => {
      serve(incoming, response).catch(() => response.destroy())
    })
    server = made
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject)
      made.listen(port, '127.0.0.1', resolve)
    })
    const address = made.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    ;({ port } = address)
  }

  async function down(): Promise<void> {
    const ended = server
    server = undefined
    if (!ended) return
    ended.closeAllConnections()
    await new Promise((resolve) => ended.close(resolve))
  }

  const add = (rule: Rule): void => void rules.push(rule)
  await up()
  return {
    url: `http://127.0.0.1:${port}${to.pathname}${to.search}`,
    requests,
    play: (fault, fits = () => true) => add({ fault, fits, isOnce: true }),
    playAlways(fault, fits = () => true) {
      const rule = { fault, fits, isOnce: false }
      add(rule)
      return () => void rules.splice(rules.indexOf(rule), 1)
    },
    down,
    up,
    close: down,
  }
}

interface Passing {
  incoming: IncomingMessage
  body: Buffer
  response: ServerResponse
  fault: ProxyFault | undefined
}

function passOn(to: URL, { incoming, body, response, fault }: Passing): void {
  const { method = 'GET', url: path = '/', headers } = incoming
  const upstream = ask(
    { host: to.hostname, port: to.port, method, path, headers: { ...headers, host: to.host } },
    (upstreamResponse) => {
      if (fault && isPlayedAtEnd(fault)) void playAtEnd(upstreamResponse, response, fault)
      else {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
        response.flushHeaders()
        upstreamResponse.pipe(response)
        upstreamResponse.on('error', () => response.destroy())
      }
    },
  )
  upstream.on('error', () => response.destroy())
  response.on('close', () => upstream.destroy())
  upstream.end(body)
}

function isPlayedAtEnd({ kind }: ProxyFault): boolean {
  return kind !== 'delay'
}

/** Waits for the whole response of the server, so that its work is done. */
async function playAtEnd(
  upstreamResponse: IncomingMessage,
  response: ServerResponse,
  fault: ProxyFault,
): Promise<void> {
  const text = (await buffer(upstreamResponse)).toString()
  const { 'content-length': _length, ...headers } = upstreamResponse.headers
  const send = (body: string): void =>
    void response.writeHead(upstreamResponse.statusCode ?? 200, headers).end(body)
  switch (fault.kind) {
    case 'reset-after':
      return void response.socket?.resetAndDestroy()
    case 'status-after':
      return void response.writeHead(fault.status).end(fault.body ?? '')
    case 'truncate': {
      const cut = text.slice(0, Math.floor(text.length * fault.part))
      // The end of an event stays, so that its reader takes the rest for one.
      return send(isEvents(upstreamResponse) ? `${cut}\n\n` : cut)
    }
    case 'duplicate':
      return send(text.replace(/(?:[^\n]+\n)+\n/g, (event) => event + event))
    case 'drop-after':
    case 'delay':
    case 'reset':
    case 'refuse':
  }
}

function isEvents({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').startsWith('text/event-stream')
}

function methodOf(text: string): string {
  return /"method"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? ''
}
