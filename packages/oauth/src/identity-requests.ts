/** Requests to the token endpoint of an identity provider, and its ID tokens (OpenID Connect Core 1.0). */
import { isGatehouseError, objectOfJson } from '@gatehouse/domain'
import * as oauth from 'oauth4webapi'
import { accessTokenSchema, formSecretSchema, type Identity } from './account.ts'
import { authenticationOf, preregisteredClient } from './client-authentication.ts'
import { hostOf } from './client-registration.ts'
import type { Enterprise } from './non-interactive-grants.ts'
import { signInError } from './sign-in-error.ts'
import { checkedResponse, type CodeExchange } from './token-requests.ts'
import {
  TERMINAL_TOKEN_ERRORS,
  optionsFor,
  refusalOf,
  RETRYABLE_TOKEN_ERRORS,
  type TokenRequestOptions,
} from './token-response.ts'

/** Tolerated error of this computer's clock, in seconds. */
const TOLERANCE_S = 3900

type Provider = Enterprise['provider']

/** Exchanges the code of a sign-in for an identity. Rejects with `sign-in/…`. */
export async function exchangeCodeForIdentity(
  exchange: CodeExchange & { nonce: string },
  asking: TokenRequestOptions,
  provider: Provider,
): Promise<Identity> {
  const { server, client, redirectUri, verifier, nonce } = exchange
  const known = { client_id: client.id }
  const found = await oauth
    .authorizationCodeGrantRequest(
      server,
      known,
      authenticationOf(client, asking.given),
      checkedResponse(exchange),
      redirectUri,
      verifier,
      optionsFor(asking, { isPersonRead: true }),
    )
    .then((response) =>
      oauth.processAuthorizationCodeResponse(server, clientOf(known, server), response, {
        expectedNonce: nonce,
        requireIdToken: true,
      }),
    )
    .catch((error: unknown) => {
      throw refusalOf(error, server.issuer)
    })
  const identity = identityOf(found, { provider, server, at: asking.now() })
  if (identity) return identity
  throw signInError('unsupported', `${hostOf(server.issuer)} does not identify the user.`)
}

/** `isOver`: this refresh token will never be of use again. Rejects while that is not known. */
export async function refreshIdentity(
  { refresh = '', token }: Identity,
  { provider, server }: { provider: Provider; server: oauth.AuthorizationServer },
  asking: Omit<TokenRequestOptions, 'given'>,
): Promise<{ refreshed?: Identity; isOver: boolean }> {
  const client = preregisteredClient(provider, server)
  const known = { client_id: client.id }
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      known,
      authenticationOf(client, provider),
      refresh,
      optionsFor(asking, { isPersonRead: true }),
    )
    const found = await oauth.processRefreshTokenResponse(server, clientOf(known, server), response)
    const refreshed = identityOf(found, { provider, server, at: asking.now(), former: refresh })
    // A token about another subject replaces nothing (OpenID Connect Core 1.0, section 12.2).
    const isSame = refreshed && subjectOf(refreshed.token) === subjectOf(token)
    return isSame ? { refreshed, isOver: false } : { isOver: true }
  } catch (error) {
    const refusal = refusalOf(error, server.issuer)
    const isRefused = isGatehouseError(refusal) && refusal.code === 'sign-in/rejected'
    if (!isRefused || RETRYABLE_TOKEN_ERRORS.has(refusal.data['error'])) throw refusal
    return { isOver: TERMINAL_TOKEN_ERRORS.has(refusal.data['error']) }
  }
}

/** The subject of an ID token that was read before. */
function subjectOf(token: string): unknown {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  return objectOfJson(claims)?.['sub']
}

/** The library reads claims of the kind of signature that a provider announces; the way from it is TLS. */
function clientOf(
  known: { client_id: string },
  { id_token_signing_alg_values_supported: kinds }: oauth.AuthorizationServer,
): oauth.Client {
  const [kind] = Array.isArray(kinds) ? kinds : []
  return {
    ...known,
    // It is new, as its nonce and the way that it came say: this computer's clock may be off.
    [oauth.clockTolerance]: TOLERANCE_S,
    ...(typeof kind === 'string' && !kinds?.includes('RS256')
      ? { id_token_signed_response_alg: kind }
      : {}),
  }
}

/** `undefined` when nothing in it identifies the person. */
function identityOf(
  found: oauth.TokenEndpointResponse,
  {
    provider,
    server,
    at,
    former,
  }: { provider: Provider; server: oauth.AuthorizationServer; at: number; former?: string },
): Identity | undefined {
  const claims = oauth.getValidatedIdTokenClaims(found)
  const { id_token: token, refresh_token: refresh = former } = found
  const isUsable =
    accessTokenSchema.safeParse(token).success &&
    formSecretSchema.optional().safeParse(refresh).success
  if (!claims || token === undefined || !isUsable) return undefined
  return {
    issuer: server.issuer,
    clientId: provider.id,
    token,
    // Counted from when it came, whatever this computer's clock says.
    endsAt: Math.floor(Math.min(at + (claims.exp - claims.iat) * 1000, 8.64e15)),
    ...(refresh === undefined ? {} : { refresh }),
    ...(server.token_endpoint === undefined ? {} : { tokenEndpoint: server.token_endpoint }),
    ...(server.revocation_endpoint === undefined
      ? {}
      : { revocationEndpoint: server.revocation_endpoint }),
  }
}
