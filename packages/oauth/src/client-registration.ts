import type { JsonObject } from '@gatehouse/domain'
import type { AuthorizationServer } from 'oauth4webapi'
import { clientIdSchema, formSecretSchema, type AccountClient } from './account.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { readOAuthDocument } from './oauth-document.ts'
import { displayableErrorCode, serviceWords, signInError } from './sign-in-error.ts'

type Method = Exclude<AccountClient['method'], 'private_key_jwt'>

/** Milliseconds of the last day that a date can be. */
const LATEST_DATE = 8.64e15
/** RFC 7591, section 3.2.2. */
const REDIRECT_REFUSED = 'invalid_redirect_uri'
const METHODS: readonly Method[] = ['none', 'client_secret_basic', 'client_secret_post']

export interface RegistrationRequest {
  server: AuthorizationServer
  redirectUri: string
  clientName: string
  scopes: readonly string[]
}

/**
 * Registers this app as a native one (RFC 7591; MCP 2026-07-28, "Dynamic Client Registration"). Rejects
 * with `sign-in/unsupported` when the server registers no one.
 */
export async function registerClient(
  { server, redirectUri, clientName, scopes }: RegistrationRequest,
  http: AuthorizationClient,
  signal: AbortSignal,
): Promise<AccountClient> {
  const endpoint = server.registration_endpoint
  if (endpoint === undefined)
    throw signInError(
      'unsupported',
      `${hostOf(server.issuer)} knows no app that was not registered there before. Register one there, and enter its client id.`,
    )
  const offered = methodsOf(server)
  const metadata = {
    client_name: clientName,
    application_type: 'native',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: offered[0] ?? 'none',
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  }
  const send = sender(endpoint, http, signal)
  const first = await send(metadata)
  const { client_name, redirect_uris, token_endpoint_auth_method } = metadata
  // Some refuse members that they do not know, such as the kind of app.
  const { response, document, text } = mayDoWithFewer(first)
    ? await send({ client_name, redirect_uris, token_endpoint_auth_method })
    : first
  const { client_id: id, client_secret: secret, client_secret_expires_at: ends } = document ?? {}
  if (response.status === 404 || response.status === 405)
    throw signInError(
      'unsupported',
      `${hostOf(server.issuer)} has no sign-in that this app can use (HTTP ${response.status}). If you have a token, add it as an Authorization header.`,
    )
  if (!response.ok || typeof id !== 'string' || id === '')
    throw registrationRefused({ response, document, text }, server, redirectUri)
  const isSecret = typeof secret === 'string' && secret !== ''
  if (
    !clientIdSchema.safeParse(id).success ||
    (isSecret && !formSecretSchema.safeParse(secret).success)
  )
    throw signInError(
      'rejected',
      `${hostOf(server.issuer)} registered this app under a name that cannot be sent.`,
    )
  return {
    id,
    ...(isSecret ? { secret } : {}),
    method: methodFor(server, isSecret, document?.['token_endpoint_auth_method']),
    how: 'registered',
    redirectUri,
    ...(isSecret && typeof ends === 'number' && ends > 0
      ? { secretExpiresAt: Math.min(ends * 1000, LATEST_DATE) }
      : {}),
  }
}

function registrationRefused(
  { response, document, text }: Registered,
  server: AuthorizationServer,
  redirectUri: string,
): Error {
  const word = document?.['error']
  return signInError(
    'rejected',
    `${hostOf(server.issuer)} did not register this app (HTTP ${response.status}, ${displayableErrorCode(word)}).`,
    {
      data: {
        ...serviceWords(document?.['error_description'] ?? text),
        ...(word === REDIRECT_REFUSED ? { address: redirectUri } : {}),
      },
    },
  )
}

interface Registered {
  response: Response
  text: string
  document: JsonObject | undefined
}

function sender(endpoint: string, http: AuthorizationClient, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return async (metadata: object): Promise<Registered> => {
    const body = JSON.stringify(metadata)
    const response = await http.fetch(endpoint, { method: 'POST', headers, body }, signal)
    const text = await response.text()
    return { response, text, document: readOAuthDocument(text) }
  }
}

/** A refusal that other members than the address of this app may have caused. */
function mayDoWithFewer({ response, document }: Registered): boolean {
  const isOfMembers = response.status === 400 || response.status === 422
  return isOfMembers && document?.['error'] !== REDIRECT_REFUSED
}

/**
 * Returns the authentication method of a client: as registered, else the strongest that client and server support.
 */
export function methodFor(
  server: AuthorizationServer,
  hasSecret: boolean,
  registered?: unknown,
): Method {
  const named = METHODS.find((method) => method === registered)
  if (!hasSecret) return 'none'
  if (named !== undefined && named !== 'none') return named
  const offered = methodsOf(server)
  return offered.find((method) => method !== 'none') ?? 'client_secret_basic'
}

/** The authentication methods that server and app share; `none`, as for native apps, if the server states none. */
function methodsOf(server: AuthorizationServer): Method[] {
  const offered = server.token_endpoint_auth_methods_supported
  if (!Array.isArray(offered)) return ['none']
  return METHODS.filter((method) => offered.includes(method))
}

export function hostOf(url: string): string {
  return new URL(url).host
}
