import { isGatehouseError } from '@gatehouse/domain'
import * as oauth from 'oauth4webapi'
import type { Account, AccountClient, Tokens } from './account.ts'
import { authenticationOf } from './client-authentication.ts'
import { hostOf } from './client-registration.ts'
import { displayableErrorCode, mismatch, serviceWords, signInError } from './sign-in-error.ts'
import { optionsFor, requestTokens, type TokenRequestOptions } from './token-response.ts'

export interface CodeExchange {
  server: oauth.AuthorizationServer
  client: AccountClient
  /** The parameters of the response, as they came. */
  response: URLSearchParams
  state: string
  verifier: string
  redirectUri: string
  /** Absent at an identity provider. */
  resource?: string | undefined
  /** The requested scopes; they count as granted when the server names none. */
  scopes: string[]
}

/**
 * Checks the response that came back (`state`, and `iss` by RFC 9207) and exchanges its code. Rejects with
 * `sign-in/unsafe`, `sign-in/denied`, `sign-in/rejected` and `sign-in/unreachable`.
 */
export async function exchangeCode(
  exchange: CodeExchange,
  asking: TokenRequestOptions,
): Promise<Tokens> {
  const { server, client, resource, scopes, redirectUri, verifier } = exchange
  const known = { client_id: client.id }
  const checked = checkedResponse(exchange)
  const authentication = authenticationOf(client, asking.given)
  return requestTokens({ server, client, scopes }, asking, () =>
    oauth.authorizationCodeGrantRequest(
      server,
      known,
      authentication,
      checked,
      redirectUri,
      verifier,
      { ...optionsFor(asking), additionalParameters: resource === undefined ? {} : { resource } },
    ),
  )
}

/** The parameters of the response, once its issuer is verified. Throws `sign-in/unsafe` and `sign-in/denied`. */
export function checkedResponse({
  server,
  client,
  response,
  state,
}: Pick<CodeExchange, 'server' | 'client' | 'response' | 'state'>): URLSearchParams {
  const host = hostOf(server.issuer)
  try {
    // `iss` is compared as a text (RFC 9207, section 2.4): a closing slash makes another one.
    return oauth.validateAuthResponse(server, { client_id: client.id }, response, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError)
      throw signInError(
        'denied',
        `${host} did not sign you in (${displayableErrorCode(error.error)}).`,
        {
          data: {
            error: displayableErrorCode(error.error),
            ...serviceWords(error.error_description),
          },
        },
      )
    // The response's own text is not repeated: it may come from an attacker.
    throw signInError(
      'unsafe',
      `The response to the sign-in did not come from ${host}, so it was not used.`,
      { data: issuerMismatch(server, response) },
    )
  }
}

/** The issuer that a response should have named (RFC 9207), and the one that it did. */
function issuerMismatch(
  { issuer, authorization_response_iss_parameter_supported: isNamed }: oauth.AuthorizationServer,
  response: URLSearchParams,
): Record<string, unknown> {
  const found = response.get('iss')
  const isWrong = found === null ? isNamed === true : found !== issuer
  return isWrong ? mismatch('iss', { expected: issuer, found, of: 'response' }) : {}
}

/** New tokens for the refresh token. Rejects as {@link exchangeCode}; `sign-in/rejected` has `data.error`. */
export async function refreshTokens(
  account: Account & { tokens: Tokens },
  asking: TokenRequestOptions,
): Promise<Tokens> {
  const { client, tokens, resource, issuer, tokenEndpoint } = account
  const server = { issuer, token_endpoint: tokenEndpoint }
  const known = { client_id: client.id }
  const authentication = authenticationOf(client, asking.given)
  const request = (scope: Record<string, string>): Promise<Tokens> =>
    requestTokens({ server, client, scopes: tokens.scopes }, asking, () =>
      oauth.refreshTokenGrantRequest(server, known, authentication, tokens.refresh ?? '', {
        ...optionsFor(asking),
        additionalParameters: { resource, ...scope },
      }),
    )
  const scope = tokens.scopes.join(' ')
  // Some give fewer scopes, or none, when they are not asked for; some take none of what they named.
  const fresh = await (scope === '' ? request({}) : request({ scope })).catch((error: unknown) => {
    if (scope === '' || !isInvalidScope(error)) throw error
    return request({})
  })
  // The server keeps the old one valid when it sends no other (RFC 6749, section 6).
  return { ...(tokens.refresh === undefined ? {} : { refresh: tokens.refresh }), ...fresh }
}

function isInvalidScope(error: unknown): boolean {
  return isGatehouseError(error) && error.data['error'] === 'invalid_scope'
}

/** Revokes the tokens at the issuer (RFC 7009). Rejects when the issuer does not confirm it. */
export async function revokeTokens(
  account: Pick<Account, 'client' | 'issuer' | 'revocationEndpoint'> & {
    tokens: Pick<Tokens, 'access' | 'refresh'>
  },
  asking: Pick<TokenRequestOptions, 'http' | 'signal' | 'given'>,
): Promise<void> {
  const { client, tokens, issuer, revocationEndpoint } = account
  if (revocationEndpoint === undefined) return
  const response = await oauth.revocationRequest(
    { issuer, revocation_endpoint: revocationEndpoint },
    { client_id: client.id },
    authenticationOf(client, asking.given),
    tokens.refresh ?? tokens.access,
    optionsFor(asking),
  )
  await oauth.processRevocationResponse(response)
}
