import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { thumbprintOfProof, WANTS_NONCE } from './client-assertions.ts'

export type ProtectedServerOptions = {
  /** The MCP server behind it: `http://127.0.0.1:<port>/mcp`. */
  target: string
  /** Who gives tokens, and the scopes of one that is valid now. */
  authorization: {
    issuer: string
    scopesOf(token: string): string[] | undefined
    keyOf?(token: string): string | undefined
  }
  /** Scopes that a call of this tool needs. */
  toolScopes?: Readonly<Record<string, string>>
  /** Members that replace those of the resource's metadata. */
  metadata?: Record<string, unknown>
  /** The challenge of a 401; null = none. Default names the metadata. */
  challenge?: string | null
  /** Takes only tokens that are bound to a key, with proofs that hold this number (RFC 9449). */
  bound?: { nonce?: string }
}

export type ProtectedServer = {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string
  /** Changed by a test at any time. */
  options: ProtectedServerOptions
  /** The status of every response to an MCP message, with its method, the tool it called, and its body as it came. */
  responses: { status: number; method: string; tool: string | undefined; raw: string }[]
  close(): Promise<void>
}

/** Lets through what has a valid token, and responds to all others with where to get one (RFC 9728, RFC 6750). */
export async function startProtectedServer(
  options: ProtectedServerOptions,
): Promise<ProtectedServer> {
  const responses: ProtectedServer['responses'] = []
  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const port = await new Promise<number>((resolve) =>
    http.listen(0, '127.0.0.1', () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  const metadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.url === new URL(metadataUrl).pathname) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          resource: `${origin}/mcp`,
          authorization_servers: [options.authorization.issuer],
          ...options.metadata,
        }),
      )
      return
    }
    if (request.url !== '/mcp') return void response.writeHead(404).end()
    const { method, tool } = rpcMessageIn(body)
    const refusal = refusalOf(request, tool)
    if (refusal) {
      responses.push({ status: refusal.status, method, tool, raw: body })
      const nonce = options.bound?.nonce
      const headers = {
        ...(refusal.challenge === null ? {} : { 'www-authenticate': refusal.challenge }),
        ...(nonce === undefined ? {} : { 'dpop-nonce': nonce }),
      }
      response.writeHead(refusal.status, headers).end()
      return
    }
    await passOn(request, response, body).then((status) =>
      responses.push({ status, method, tool, raw: body }),
    )
  }

  function refusalOf(
    { method = '', headers }: IncomingMessage,
    tool: string | undefined,
  ): { status: number; challenge: string | null } | undefined {
    const scheme = options.bound ? 'DPoP' : 'Bearer'
    const [shown = '', token = ''] = headers.authorization?.split(' ') ?? []
    const isRead = shown === '' || shown === scheme
    const scopes = isRead ? options.authorization.scopesOf(token) : undefined
    const named = `resource_metadata="${metadataUrl}"`
    const { challenge = `${scheme} ${named}` } = options
    if (!scopes) return { status: 401, challenge }
    if (options.bound) {
      const { nonce } = options.bound
      const asked = { method, url: `${origin}/mcp`, token, nonce }
      const proof = headers['dpop']
      const key = thumbprintOfProof(typeof proof === 'string' ? proof : undefined, asked)
      if (key === WANTS_NONCE) return { status: 401, challenge: `DPoP error="${key}", ${named}` }
      if (key === undefined || key !== options.authorization.keyOf?.(token))
        return { status: 401, challenge: `DPoP error="invalid_dpop_proof", ${named}` }
    }
    const needed = tool === undefined ? undefined : options.toolScopes?.[tool]
    return needed === undefined || scopes.includes(needed)
      ? undefined
      : {
          status: 403,
          challenge: `${scheme} error="insufficient_scope", scope="${needed}", ${named}`,
        }
  }

  function passOn(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const { host: _host, authorization: _authorization, dpop: _dpop, ...rest } = headers
      const passed = send(options.target, { method, headers: rest }, (upstreamResponse) => {
        const status = upstreamResponse.statusCode ?? 502
        response.writeHead(status, upstreamResponse.headers)
        response.flushHeaders()
        upstreamResponse.pipe(response)
        resolve(status)
      })
      response.on('close', () => passed.destroy())
      passed.on('error', reject)
      passed.end(body)
    })
  }

  return {
    url: `${origin}/mcp`,
    options,
    responses,
    close() {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
}

function rpcMessageIn(body: string): { method: string; tool: string | undefined } {
  if (body === '') return { method: '', tool: undefined }
  const message = JSON.parse(body) as { method?: string; params?: { name?: string } }
  const { method = '' } = message
  return { method, tool: method === 'tools/call' ? message.params?.name : undefined }
}
