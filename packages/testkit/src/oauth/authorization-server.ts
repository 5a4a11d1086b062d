import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { behaviourFrom, type AuthorizationBehaviour } from './authorization-behaviour.ts'
import { createAuthorizationRecords } from './authorization-records.ts'
import { consentPage } from './consent-page.ts'
import { json } from './json-response.ts'
import { TokenEndpoint } from './token-endpoint.ts'

export type AuthorizationRequestSeen = {
  path: string
  parameters: Record<string, string>
  authorization: string | undefined
}

export type AuthorizationServer = {
  /** `http://127.0.0.1:<port>` */
  issuer: string
  behaviour: AuthorizationBehaviour
  /** Every request to a path that begins so, in order. */
  requests(path: string): AuthorizationRequestSeen[]
  /** The scopes of a token that is valid now. */
  scopesOf(token: string): string[] | undefined
  /** True if a refresh token was given and not used yet. */
  isUnused(refreshToken: string): boolean
  /** The thumbprint of the key that a token is bound to. */
  keyOf(token: string): string | undefined
  /** Who registered by itself is not known any more. */
  forgetClients(): void
  /** Every access token, refresh token, code and verifier that was ever on the wire. */
  secrets(): string[]
  /** Access tokens are no longer accepted, as when they expire. */
  expireAll(): void
  /** Nothing that was given works any more. */
  revokeAll(): void
  close(): Promise<void>
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/**
 * An authorization server on real HTTP (OAuth 2.1: code with PKCE, dynamic registration, refresh with
 * rotation and detection of reuse) that can be set to misbehave. Its sign-in page responds by itself.
 */
export async function startAuthorizationServer(
  first: Partial<AuthorizationBehaviour> = {},
): Promise<AuthorizationServer> {
  const behaviour = behaviourFrom(first)
  const records = createAuthorizationRecords()
  const { registered, codes, access, refresh } = records
  const seen: AuthorizationRequestSeen[] = []
  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const port = await new Promise<number>((resolve) =>
    http.listen(0, '127.0.0.1', () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  const issuer = `http://127.0.0.1:${port}`
  const tokens = new TokenEndpoint({ issuer, behaviour, records })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const body = await text(request)
    const parameters = { ...Object.fromEntries(url.searchParams), ...formOf(request, body) }
    const { authorization } = request.headers
    seen.push({ path: url.pathname, parameters, authorization })
    if (url.pathname.startsWith('/.well-known/')) return serveMetadata(url, response)
    if (url.pathname === '/authorize') return authorize(parameters, response)
    if (url.pathname === '/token')
      return tokens.serve({ parameters, headers: request.headers }, response)
    if (url.pathname === '/revoke') return json(response, 200, {})
    if (url.pathname !== '/register') return json(response, 404, {})
    const id = `client-${seen.length}`
    registered.add(id)
    return json(response, 201, { client_id: id, ...(JSON.parse(body) as object) })
  }

  function serveMetadata({ pathname }: URL, response: ServerResponse): void {
    const fault = behaviour.metadataFault
    if (fault === 'redirect-loop')
      return void response.writeHead(302, { location: `${pathname}?again=${seen.length}` }).end()
    if (fault === 'huge') return json(response, 200, { issuer, filler: 'x'.repeat(10_000_000) })
    if (fault === 'missing' || !pathname.endsWith('/oauth-authorization-server'))
      return json(response, 404, {})
    return json(response, 200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...behaviour.metadata,
    })
  }

  function authorize(given: Record<string, string>, response: ServerResponse): void {
    const consent = given['answer'] ?? behaviour.consent
    if (consent === 'page') return void response.writeHead(200, HTML).end(consentPage(given))
    if (consent === 'never') return void response.writeHead(200).end('Sign in here.')
    const back = new URL(given['redirect_uri'] ?? '')
    const redirectParameters = back.searchParams
    redirectParameters.set('state', consent === 'wrong-state' ? 'another' : (given['state'] ?? ''))
    if (consent !== 'no-iss')
      redirectParameters.set('iss', consent === 'wrong-iss' ? 'https://elsewhere.example' : issuer)
    if (consent === 'deny') redirectParameters.set('error', 'access_denied')
    else if (consent === 'used-code') redirectParameters.set('code', records.usedCode ?? '')
    else {
      const code = records.secret()
      codes.set(code, {
        challenge: given['code_challenge'] ?? '',
        redirectUri: given['redirect_uri'] ?? '',
        clientId: given['client_id'] ?? '',
        scope: behaviour.scopesGiven ?? given['scope'] ?? '',
        nonce: given['nonce'],
      })
      redirectParameters.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  return {
    issuer,
    behaviour,
    requests: (path) => seen.filter((one) => one.path.startsWith(path)),
    scopesOf(value) {
      const found = access.get(value)
      return found && found.endsAt > Date.now() ? found.scope.split(' ').filter(Boolean) : undefined
    },
    isUnused: (value) => refresh.get(value)?.isUsed === false,
    keyOf: (value) => access.get(value)?.key,
    forgetClients: () => registered.clear(),
    secrets: () => [...records.secrets],
    expireAll: () => access.clear(),
    revokeAll() {
      access.clear()
      refresh.clear()
    },
    close() {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
}

function formOf({ headers }: IncomingMessage, body: string): Record<string, string> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : {}
}
