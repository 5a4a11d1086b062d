import type { JsonObject } from '@gatehouse/domain'
import type { PreregisteredClient } from '@gatehouse/host/ports'
import * as oauth from 'oauth4webapi'
import { accessTokenSchema, formSecretSchema, type AccountClient, type Tokens } from './account.ts'
import { scopesOf } from './challenge.ts'
import { hostOf } from './client-registration.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import type { DpopKey } from './dpop-key.ts'
import { readOAuthDocument } from './oauth-document.ts'
import { displayableErrorCode, serviceWords, signInError } from './sign-in-error.ts'

/** Nothing was decided: what is kept may work the next time. */
export const RETRYABLE_TOKEN_ERRORS = new Set<unknown>([
  'invalid_response',
  'server_error',
  'slow_down',
  'temporarily_unavailable',
])

/** A refresh token, or a client, that will never be of use again (RFC 6749, section 5.2). */
export const TERMINAL_TOKEN_ERRORS = new Set<unknown>([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
])

/** Ten years: a clock goes no further. */
const MAX_LIFE_S = 315_360_000

export interface TokenRequestOptions {
  http: AuthorizationClient
  /** Milliseconds since the epoch. */
  now: () => number
  /** The client that the person entered. */
  given?: Pick<PreregisteredClient, 'credential'> | undefined
  /** The key to bind the tokens to. */
  proofKey?: DpopKey | undefined
  signal: AbortSignal
}

interface Expected {
  server: oauth.AuthorizationServer
  client: Pick<AccountClient, 'id'>
  /** The requested scopes; they count as granted when the server names none. */
  scopes: string[]
}

/** Sends a request for tokens and reads the response; again, once, when the server wants its nonce in the proof. */
export async function requestTokens(
  expected: Expected,
  { now, proofKey }: Pick<TokenRequestOptions, 'now' | 'proofKey'>,
  send: () => Promise<Response>,
): Promise<Tokens> {
  const read = async (): Promise<oauth.TokenEndpointResponse> =>
    oauth.processGenericTokenEndpointResponse(
      expected.server,
      { client_id: expected.client.id },
      await send(),
    )
  const at = now()
  const found = await read()
    .catch((error: unknown) => {
      if (proofKey && oauth.isDPoPNonceError(error)) return read()
      throw error
    })
    .catch(rethrow(expected.server.issuer))
  if (found.token_type !== 'bearer' && !(proofKey && found.token_type === 'dpop'))
    throw signInError(
      'unsupported',
      `${hostOf(expected.server.issuer)} gave a token of an unknown kind.`,
    )
  assertUsable(found, expected.server)
  return {
    access: found.access_token,
    ...(found.refresh_token === undefined ? {} : { refresh: found.refresh_token }),
    ...(found.expires_in === undefined ? {} : { expiresAt: at + lifeOf(found.expires_in) }),
    obtainedAt: at,
    scopes: found.scope === undefined ? expected.scopes : scopesOf(found.scope),
    ...(found.token_type === 'dpop' ? { isBound: true } : {}),
  }
}

/** A token is sent in a header, kept in the keychain and looked for in all that the server sends. */
function assertUsable(
  found: Pick<oauth.TokenEndpointResponse, 'access_token' | 'refresh_token'>,
  { issuer }: oauth.AuthorizationServer,
): void {
  const isUsable =
    accessTokenSchema.safeParse(found.access_token).success &&
    formSecretSchema.optional().safeParse(found.refresh_token).success
  if (!isUsable)
    throw signInError('rejected', `${hostOf(issuer)} gave a token that cannot be sent.`, {
      data: { error: 'invalid_response' },
    })
}

/** Milliseconds. */
function lifeOf(seconds: number): number {
  return Math.floor(Math.min(seconds, MAX_LIFE_S) * 1000)
}

/** A grant of one identity provider for another server (Identity Assertion JWT Authorization Grant). */
export const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'

/** A statement that another server takes for tokens (RFC 8693, section 2.2): of no use by itself. */
export async function readGrant(
  { server, client }: Omit<Expected, 'scopes'>,
  response: Promise<Response>,
): Promise<string> {
  const recognizedTokenTypes = { n_a: () => undefined }
  const found = await response
    .then((received) =>
      oauth.processGenericTokenEndpointResponse(server, { client_id: client.id }, received, {
        recognizedTokenTypes,
      }),
    )
    .catch(rethrow(server.issuer))
  assertUsable(found, server)
  if (found['issued_token_type'] === ID_JAG) return found.access_token
  throw signInError(
    'unsupported',
    `${hostOf(server.issuer)} does not vouch for people at other servers (ID-JAG).`,
  )
}

/** `isPersonRead`: what is asked for is who the person is. */
export function optionsFor(
  { http, signal, proofKey }: Pick<TokenRequestOptions, 'http' | 'signal' | 'proofKey'>,
  { isPersonRead = false } = {},
) {
  return {
    // Which addresses may be asked without TLS is decided in one place, for all of them.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url: string, init: RequestInit): Promise<Response> =>
      readable(await http.fetch(url, init, signal), isPersonRead),
    ...(proofKey ? { DPoP: proofKey.handle } : {}),
    signal,
  }
}

/**
 * The response for the library to read. An ID token is dropped unless the identity is wanted. An error that is sent
 * with a success status is treated as an error (RFC 6749, section 5.2, has 400).
 */
async function readable(response: Response, isPersonRead: boolean): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  const found = readOAuthDocument(text)
  if (!found) return new Response(text, { status, headers })
  if (!response.ok) return new Response(JSON.stringify(found), { status, headers })
  const { id_token: person, ...rest } = found
  const isError = typeof rest['error'] === 'string' && rest['access_token'] === undefined
  const tokens = withKnownTypes(
    isPersonRead && person !== undefined ? { ...rest, id_token: person } : rest,
  )
  return new Response(JSON.stringify(tokens), {
    status: isError ? 400 : status,
    headers,
  })
}

/** Members as RFC 6749, section 5.1, has them, where what was meant is certain. */
function withKnownTypes(found: JsonObject): JsonObject {
  const { token_type: type = 'Bearer', expires_in: life, scope } = found
  const seconds = typeof life === 'string' && /^\d{1,12}$/.test(life) ? Number(life) : life
  const scopes = Array.isArray(scope) ? scope.filter((one) => typeof one === 'string') : undefined
  return {
    ...found,
    ...(found['access_token'] === undefined ? {} : { token_type: type }),
    ...(seconds === undefined ? {} : { expires_in: seconds }),
    ...(scopes ? { scope: scopes.join(' ') } : {}),
  }
}

function rethrow(issuer: string) {
  return (error: unknown): never => {
    throw refusalOf(error, issuer)
  }
}

/** `sign-in/rejected` for an error response of an issuer; any other error as it is. */
export function refusalOf(error: unknown, issuer: string): unknown {
  const host = hostOf(issuer)
  if (error instanceof oauth.ResponseBodyError) {
    const word = displayableErrorCode(error.error)
    const data = { error: word, ...serviceWords(error.error_description) }
    return signInError('rejected', `${host} gave no token (${word}).`, { data })
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return signInError('rejected', `${host} gave no token (invalid_client).`, {
      data: { error: 'invalid_client' },
    })
  if (
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.UnsupportedOperationError
  )
    return signInError(
      'rejected',
      `${host} sent an invalid response to the request for a token${fieldOf(error)}.`,
      {
        data: { error: 'invalid_response' },
      },
    )
  return error
}

/** The field that the library could not use, in its own words for it. */
function fieldOf({ message }: Error): string {
  const field = /"([a-z_]{1,40})" property/.exec(message)?.[1]
  return field === undefined ? '' : ` (the field ${field} is missing or has a wrong type)`
}
