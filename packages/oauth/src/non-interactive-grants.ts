import type { PreregisteredClient } from '@gatehouse/host/ports'
import * as oauth from 'oauth4webapi'
import type { AccountClient, Tokens } from './account.ts'
import { authenticationOf, preregisteredClient } from './client-authentication.ts'
import { discoverIssuer } from './discovery.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { signInError } from './sign-in-error.ts'
import {
  ID_JAG,
  optionsFor,
  readGrant,
  requestTokens,
  type TokenRequestOptions,
} from './token-response.ts'
import type { SignInTrace } from './trace.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token'

/** A client that gets its tokens by itself, though a provider may have to confirm who the person is. */
export type NonInteractiveClient = Exclude<PreregisteredClient, { grant: 'sign-in' }>
export type Enterprise = Extract<PreregisteredClient, { grant: 'enterprise' }>

export function isNonInteractive(
  given: PreregisteredClient | undefined,
): given is NonInteractiveClient {
  return given !== undefined && given.grant !== 'sign-in'
}

/** True if the grant needs a person, in a browser. */
export function asksPerson(given: PreregisteredClient | undefined): boolean {
  return !isNonInteractive(given) || (given.grant === 'enterprise' && given.assertion === undefined)
}

export interface DirectRequest {
  given: NonInteractiveClient
  server: oauth.AuthorizationServer
  client: AccountClient
  resource: string
  scopes: string[]
  /** The assertion for the token endpoint, if one was obtained before: nothing else is requested for it. */
  assertion?: string
}

export interface DirectGrantOptions extends Omit<TokenRequestOptions, 'given'> {
  /** A client for an address that the person named, whatever addresses the server may lead to. */
  httpFor(url: string): AuthorizationClient
  trace: SignInTrace
  /** Called with what is sent before it is. */
  onSecrets(values: string[]): void
}

/**
 * Tokens for the client itself, for the computer that it runs on, or for a person whom an identity provider
 * vouches for. Refreshed by asking again: a refresh token is not kept. Rejects with `sign-in/…`.
 */
export async function obtainDirectly(
  request: DirectRequest,
  options: DirectGrantOptions,
): Promise<Tokens> {
  const { given, server, client, resource, scopes } = request
  const parameters = new URLSearchParams({
    resource,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  })
  const assertion = await assertionFor(request, options)
  if (assertion !== undefined) parameters.set('assertion', assertion)
  const known = { client_id: client.id }
  const authentication = authenticationOf(client, given)
  const { refresh: _refresh, ...tokens } = await requestTokens(
    { server, client, scopes },
    options,
    () =>
      assertion === undefined
        ? oauth.clientCredentialsGrantRequest(
            server,
            known,
            authentication,
            parameters,
            optionsFor(options),
          )
        : oauth.genericTokenEndpointRequest(
            server,
            known,
            authentication,
            JWT_BEARER,
            parameters,
            optionsFor(options),
          ),
  )
  const { grant } = given
  options.trace.note('token', `${grant}, ${lifeOf(tokens)}`, {
    code: tokens.expiresAt === undefined ? 'token-grant' : 'token-grant-expires',
    values: { grant },
  })
  return tokens
}

function lifeOf({ expiresAt }: Tokens): string {
  return expiresAt === undefined ? 'no expiry stated' : 'expiry stated'
}

async function assertionFor(
  request: DirectRequest,
  options: DirectGrantOptions,
): Promise<string | undefined> {
  const { given } = request
  if (request.assertion !== undefined) return request.assertion
  if (given.grant === 'client-credentials') return undefined
  if (!given.assertion)
    throw signInError('unsupported', 'There is no assertion that identifies the user.')
  const assertion = await given.assertion()
  options.onSecrets([assertion])
  assertSigned(assertion)
  if (given.grant === 'workload') return assertion
  const client = options.httpFor(given.provider.issuer)
  const provider = await discoverIssuer(given.provider.issuer, { ...options, client })
  return exchangeIdToken(assertion, { ...request, given, provider }, options)
}

function assertSigned(assertion: string): void {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(assertion))
    throw signInError(
      'unsupported',
      'The assertion that identifies the user is not a signed token (JWT).',
    )
}

export interface IdTokenExchange extends DirectRequest {
  given: Enterprise
  /** The metadata of the identity provider. */
  provider: oauth.AuthorizationServer
}

/**
 * The identity provider's word that the person may use the server (ID-JAG; RFC 8693). Rejects with `sign-in/…`;
 * `sign-in/rejected` has `data.error`.
 */
export async function exchangeIdToken(
  idToken: string,
  { given, provider, server, resource, scopes }: IdTokenExchange,
  { httpFor, trace, signal, onSecrets }: DirectGrantOptions,
): Promise<string> {
  assertSigned(idToken)
  const http = httpFor(given.provider.issuer)
  const client = preregisteredClient(given.provider, provider)
  const parameters = new URLSearchParams({
    subject_token: idToken,
    subject_token_type: ID_TOKEN,
    requested_token_type: ID_JAG,
    audience: server.issuer,
    resource,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  })
  const response = oauth.genericTokenEndpointRequest(
    provider,
    { client_id: client.id },
    authenticationOf(client, given.provider),
    TOKEN_EXCHANGE,
    parameters,
    optionsFor({ http, signal }),
  )
  const grant = await readGrant({ server: provider, client }, response)
  onSecrets([grant])
  const { host } = new URL(provider.issuer)
  trace.note('token', `${host} confirms who the user is`, {
    code: 'token-vouched',
    values: { host },
  })
  return grant
}
