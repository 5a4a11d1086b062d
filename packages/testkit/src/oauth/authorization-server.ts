import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { readSignedToken, thumbprintOfProof, WANTS_NONCE } from './client-assertions.ts'

/** How the server behaves; a test may change it at any time. */
export type AuthorizationBehaviour = {
  /** What the sign-in page does at once, as if a person had pressed. Default `grant`. */
  consent: 'grant' | 'deny' | 'wrong-state' | 'wrong-iss' | 'no-iss' | 'never'
  /** What a refresh gets. Default `ok`. */
  refresh: 'ok' | 'invalid-grant' | 'http-500' | 'drop'
  /** Whether a refresh token is given at all, and another one at each refresh. Default `rotate`. */
  refreshTokens: 'rotate' | 'keep' | 'none'
  /** `expires_in`; 0 = not told. Default 3600. */
  lifetimeSeconds: number
  /** Members that replace those of the metadata; undefined ones are left out. */
  metadata: Record<string, unknown>
  /** The metadata in place of a document. */
  metadataFault: 'none' | 'huge' | 'redirect-loop' | 'missing'
  /** The scopes that are given, whatever is asked for. */
  scopesGiven: string | undefined
  /** The clients that were registered by hand: they alone get tokens without a browser. */
  clients: Readonly<Record<string, KnownClient>>
  /** The number that a proof of possession has to hold. */
  nonce: string | undefined
}

export type KnownClient = { secret?: string; publicKey?: KeyObject }

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

type Code = { challenge: string; redirectUri: string; clientId: string; scope: string }
type Grant = { scope: string; clientId: string; isUsed: boolean }
type Given = { parameters: Record<string, string>; headers: IncomingHttpHeaders }
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type'
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

/**
 * An authorization server on real HTTP (OAuth 2.1: code with PKCE, dynamic registration, refresh with
 * rotation and detection of reuse) that can be told to misbehave. Its sign-in page answers by itself.
 */
export async function startAuthorizationServer(
  first: Partial<AuthorizationBehaviour> = {},
): Promise<AuthorizationServer> {
  const behaviour: AuthorizationBehaviour = {
    consent: 'grant',
    refresh: 'ok',
    refreshTokens: 'rotate',
    lifetimeSeconds: 3600,
    metadata: {},
    metadataFault: 'none',
    scopesGiven: undefined,
    clients: {},
    nonce: undefined,
    ...first,
  }
  const seen: AuthorizationRequestSeen[] = []
  const secrets = new Set<string>()
  const codes = new Map<string, Code>()
  const registered = new Set<string>()
  const access = new Map<string, { scope: string; endsAt: number; key: string | undefined }>()
  const refresh = new Map<string, Grant>()
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

  const secret = (): string => {
    const value = randomBytes(24).toString('base64url')
    secrets.add(value)
    return value
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const body = await text(request)
    const parameters = { ...Object.fromEntries(url.searchParams), ...formOf(request, body) }
    const { authorization } = request.headers
    seen.push({ path: url.pathname, parameters, authorization })
    if (url.pathname.startsWith('/.well-known/')) return serveMetadata(url, response)
    if (url.pathname === '/authorize') return authorize(parameters, response)
    if (url.pathname === '/token') return token({ parameters, headers: request.headers }, response)
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
    const { consent } = behaviour
    if (consent === 'never') return void response.writeHead(200).end('Sign in here.')
    const back = new URL(given['redirect_uri'] ?? '')
    const answer = back.searchParams
    answer.set('state', consent === 'wrong-state' ? 'another' : (given['state'] ?? ''))
    if (consent !== 'no-iss')
      answer.set('iss', consent === 'wrong-iss' ? 'https://elsewhere.example' : issuer)
    if (consent === 'deny') answer.set('error', 'access_denied')
    else {
      const code = secret()
      codes.set(code, {
        challenge: given['code_challenge'] ?? '',
        redirectUri: given['redirect_uri'] ?? '',
        clientId: given['client_id'] ?? '',
        scope: behaviour.scopesGiven ?? given['scope'] ?? '',
      })
      answer.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function token({ parameters: given, headers }: Given, response: ServerResponse): void {
    const asked = { method: 'POST', url: `${issuer}/token`, nonce: behaviour.nonce }
    const proof = headers['dpop']
    const key = typeof proof === 'string' ? thumbprintOfProof(proof, asked) : undefined
    if (key === WANTS_NONCE) {
      response.setHeader('dpop-nonce', behaviour.nonce ?? '')
      return json(response, 400, { error: key })
    }
    const id = authenticated({ parameters: given, headers })
    if (id === undefined) return json(response, 401, { error: 'invalid_client' })
    const grant = { scope: given['scope'] ?? '', clientId: id, key }
    if (given['grant_type'] === TOKEN_EXCHANGE) return exchanged(given, response)
    if (given['grant_type'] === 'client_credentials') return give(grant, response, false)
    if (given['grant_type'] === JWT_BEARER)
      return readSignedToken(given['assertion'])?.claims['aud'] === issuer
        ? give(grant, response, false)
        : json(response, 400, { error: 'invalid_grant' })
    if (given['grant_type'] === 'refresh_token') return refreshed(given, key, response)
    const verifier = given['code_verifier'] ?? ''
    secrets.add(verifier)
    const code = codes.get(given['code'] ?? '')
    codes.delete(given['code'] ?? '')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isRight =
      code?.challenge === challenge &&
      code.redirectUri === given['redirect_uri'] &&
      code.clientId === given['client_id']
    if (!code || !isRight) return json(response, 400, { error: 'invalid_grant' })
    give({ ...code, key }, response)
  }

  /** The id of the client, if it is known and shows that it is it. */
  function authenticated({ parameters, headers }: Given): string | undefined {
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    const [name, shown] = basic.toString('utf8').split(':').map(decodeURIComponent)
    const id = name === undefined || name === '' ? (parameters['client_id'] ?? '') : name
    const known = behaviour.clients[id]
    if (!known) return registered.has(id) ? id : undefined
    const { secret: expected, publicKey } = known
    if (expected !== undefined)
      return (shown ?? parameters['client_secret']) === expected ? id : undefined
    if (!publicKey) return id
    const assertion = readSignedToken(parameters['client_assertion'])
    const { iss, sub, aud, exp } = assertion?.claims ?? {}
    const isFresh = typeof exp === 'number' && exp * 1000 > Date.now()
    const isRight = iss === id && sub === id && aud === issuer && isFresh
    return isRight && assertion?.signedBy(publicKey) === true ? id : undefined
  }

  /** As an identity provider: whom it knows may use the server that is named (ID-JAG). */
  function exchanged(given: Record<string, string>, response: ServerResponse): void {
    const names = ['subject_token', 'audience', 'resource']
    const isWhole = names.every((name) => given[name] !== undefined)
    if (!isWhole || given['requested_token_type'] !== `${TOKEN_TYPE}:id-jag`)
      return json(response, 400, { error: 'invalid_request' })
    const claims = { iss: issuer, aud: given['audience'], resource: given['resource'] }
    const parts = [{ typ: 'oauth-id-jag+jwt', alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const grant = [...parts, randomBytes(24).toString('base64url')].join('.')
    secrets.add(grant)
    json(response, 200, {
      access_token: grant,
      issued_token_type: `${TOKEN_TYPE}:id-jag`,
      token_type: 'N_A',
    })
  }

  function refreshed(
    given: Record<string, string>,
    key: string | undefined,
    response: ServerResponse,
  ): void {
    if (behaviour.refresh === 'http-500') return json(response, 500, { error: 'server_error' })
    if (behaviour.refresh === 'drop') return void response.destroy()
    const grant = refresh.get(given['refresh_token'] ?? '')
    if (behaviour.refresh === 'invalid-grant' || !grant || grant.clientId !== given['client_id'])
      return json(response, 400, { error: 'invalid_grant' })
    if (behaviour.refreshTokens === 'rotate') {
      // Somebody has a copy: nobody may go on.
      if (grant.isUsed) refresh.clear()
      if (grant.isUsed) return json(response, 400, { error: 'invalid_grant' })
      grant.isUsed = true
    }
    give({ ...grant, key }, response, behaviour.refreshTokens === 'rotate')
  }

  function give(
    { scope, clientId, key }: { scope: string; clientId: string; key: string | undefined },
    response: ServerResponse,
    isRenewed = true,
  ): void {
    const accessToken = secret()
    const { lifetimeSeconds, refreshTokens } = behaviour
    const lasts = (lifetimeSeconds || 3600) * 1000
    access.set(accessToken, { scope, endsAt: Date.now() + lasts, key })
    const isGiven = refreshTokens !== 'none' && isRenewed
    const refreshToken = isGiven ? secret() : undefined
    if (refreshToken !== undefined) refresh.set(refreshToken, { scope, clientId, isUsed: false })
    json(response, 200, {
      access_token: accessToken,
      token_type: key === undefined ? 'Bearer' : 'DPoP',
      ...(lifetimeSeconds === 0 ? {} : { expires_in: lifetimeSeconds }),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      ...(scope === '' ? {} : { scope }),
    })
  }

  return {
    issuer,
    behaviour,
    requests: (path) => seen.filter((one) => one.path.startsWith(path)),
    scopesOf(value) {
      const found = access.get(value)
      return found && found.endsAt > Date.now() ? found.scope.split(' ').filter(Boolean) : undefined
    },
    keyOf: (value) => access.get(value)?.key,
    forgetClients: () => registered.clear(),
    secrets: () => [...secrets],
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

function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}

function formOf({ headers }: IncomingMessage, body: string): Record<string, string> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : {}
}
