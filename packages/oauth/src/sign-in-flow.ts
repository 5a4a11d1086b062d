import { isGatehouseError, type SignInNote } from '@gatehouse/domain'
import type { AuthorizationServer } from 'oauth4webapi'
import type { Account, Tokens } from './account.ts'
import { signInWithBrowser } from './browser-sign-in.ts'
import type { Challenge } from './challenge.ts'
import { preregisteredClient } from './client-authentication.ts'
import { hostOf } from './client-registration.ts'
import { isNonInteractive, type NonInteractiveClient } from './non-interactive-grants.ts'
import { discover, type Discovery } from './discovery.ts'
import { isSameIssuer } from './issuer.ts'
import { supportsTokenBinding, createDpopKey, readProofKey, type DpopKey } from './dpop-key.ts'
import { mismatch, signInError } from './sign-in-error.ts'
import type { SignInOptions, SignInRequest } from './sign-in-request.ts'
import { exchangeCode, type CodeExchange } from './token-requests.ts'
import type { TokenRequestOptions } from './token-response.ts'
import type { SignInTrace } from './trace.ts'
import { obtainWithProviderIdentity } from './identity-assertion-grant.ts'

/**
 * Runs one sign-in, from discovery to the tokens: in the browser, or directly if the person entered a client for
 * that. Stores nothing but the identity from an identity provider. Rejects with `sign-in/…`.
 */
export async function signIn(request: SignInRequest, options: SignInOptions): Promise<Account> {
  const { server, http, trace, signal } = options
  const { challenge } = request
  const given = server.client
  const discovery = await discover(
    server.url,
    {
      resourceMetadata: challenge?.resourceMetadata,
      known: given?.issuer ?? request.account?.issuer,
    },
    { client: http, trace, signal },
  )
  if (given) assertIssuer(given.issuer, discovery.server.issuer)
  // What one issuer gave is never shown to another.
  const isStored = isSameIssuer(request.account?.issuer ?? '', discovery.server.issuer)
  const account = isStored ? request.account : undefined
  const { scopes, ...chosen } = scopesFor(request, discovery, { account, server })
  noteScopes(scopes, chosen, trace)
  if (discovery.server.token_endpoint === undefined)
    throw signInError('unsupported', `${hostOf(discovery.server.issuer)} gives no tokens.`)
  const proofKey = await proofKeyFor(discovery, challenge, account)
  const common = {
    receiver: server.receiver,
    issuer: discovery.server.issuer,
    resource: discovery.resource,
    tokenEndpoint: discovery.server.token_endpoint,
    revocationEndpoint: discovery.server.revocation_endpoint,
    asked: scopes,
    ...(proofKey ? { proofKey: proofKey.jwk } : {}),
  }
  const next = {
    discovery,
    account,
    scopes,
    proofKey,
    isMore: request.isMore,
    redeem: (exchange: CodeExchange, asking: TokenRequestOptions) =>
      exchanged(exchange, asking, trace),
  }
  const found = isNonInteractive(given)
    ? await signInDirectly({ ...next, common }, given, options)
    : await signInInBrowser(next, options)
  if (discovery.bound === 'required' && found.tokens.isBound !== true)
    throw signInError(
      'unsupported',
      `${hostOf(server.url)} takes only tokens that are bound to a key, and ${hostOf(common.issuer)} gave another one.`,
    )
  return { ...common, ...found }
}

interface PreparedRequest {
  discovery: Discovery
  account: Account | undefined
  scopes: string[]
  isMore: boolean
  proofKey: DpopKey | undefined
  redeem(exchange: CodeExchange, asking: TokenRequestOptions): Promise<Tokens>
}

/** The fields of an account that are known before any tokens. */
type Common = Omit<Account, 'client' | 'grant' | 'tokens' | 'identity'>
type Found = Pick<Account, 'client' | 'grant' | 'identity'> & { tokens: Tokens }

async function exchanged(
  exchange: CodeExchange,
  asking: TokenRequestOptions,
  trace: SignInTrace,
): Promise<Tokens> {
  const tokens = await exchangeCode(exchange, asking)
  const { expiresAt, refresh } = tokens
  const lasts = expiresAt === undefined ? 'no expiry stated' : 'expiry stated'
  const renewable = refresh === undefined ? 'no refresh token' : 'with a refresh token'
  const code = expiresAt === undefined ? 'token' : 'token-expires'
  trace.note('token', `${lasts}, ${renewable}`, {
    code: refresh === undefined ? code : `${code}-renewable`,
    values: {},
  })
  return tokens
}

/** Registers again, once, when the server no longer knows the registration. */
async function signInInBrowser(request: PreparedRequest, options: SignInOptions): Promise<Found> {
  assertBrowserUsable(request.discovery.server)
  const { account } = request
  try {
    return await signInWithBrowser(request, options)
  } catch (error) {
    const wasKept = account?.client.how === 'registered' && account.client.isRejected !== true
    if (!wasKept || !isUnknownClient(error)) throw error
    options.trace.note('client', 'the registration is not known any more', {
      code: 'client-forgotten',
      values: {},
    })
    const client = { ...account.client, isRejected: true }
    return signInWithBrowser({ ...request, account: { ...account, client } }, options)
  }
}

/** True if an authorization server reported that it does not know the client (RFC 6749, section 5.2). */
function isUnknownClient(error: unknown): boolean {
  return isGatehouseError(error) && error.data['error'] === 'invalid_client'
}

async function signInDirectly(
  { discovery, account, scopes, proofKey, common }: PreparedRequest & { common: Common },
  given: NonInteractiveClient,
  options: SignInOptions,
): Promise<Found> {
  const client = preregisteredClient(given, discovery.server)
  const { trace } = options
  const { resource } = discovery
  const { grant } = given
  const { method } = client
  trace.note('client', `${client.how}, ${grant}, authenticates with ${method}`, {
    code: 'client-grant',
    values: { grant, method },
  })
  const former = account ?? { ...common, asked: [], client, grant }
  const { tokens, identity } = await obtainWithProviderIdentity(
    { given, server: discovery.server, client, resource, scopes },
    { kept: options.identityFor(former) },
    {
      ...options,
      browser: options,
      proofKey,
      onSecrets: (values) => options.server.onSecrets(values),
    },
  )
  return { client, tokens, grant, ...(identity ? { identity } : {}) }
}

/** MCP 2025-11-25, basic/authorization, "Authorization Code Protection": without S256 there is no sign-in. */
function assertBrowserUsable(server: AuthorizationServer): void {
  const host = hostOf(server.issuer)
  if (server.authorization_endpoint === undefined)
    throw signInError('unsupported', `${host} does not name a page to sign in at.`)
  if (server.code_challenge_methods_supported?.includes('S256') !== true)
    throw signInError(
      'unsupported',
      `${host} does not protect sign-ins (PKCE with S256), so none was begun.`,
    )
}

/** The scopes to request, and why: in English, and for the window. */
interface ChosenScopes {
  scopes: string[]
  why: string
  code: SignInNote['code']
}

function noteScopes(
  scopes: string[],
  { why, code }: Omit<ChosenScopes, 'scopes'>,
  trace: SignInTrace,
): void {
  const names = scopes.join(' ')
  trace.note('scopes', `${names || 'none'}: ${why}`, { code, values: { scopes: names } })
}

/**
 * The challenge's scopes, else the resource's, else none (MCP 2025-11-25, "Scope Selection Strategy"), with
 * all that was asked for before, and a refresh token where the server speaks of it.
 */
function scopesFor(
  { challenge, isMore }: SignInRequest,
  { scopes, server }: Discovery,
  { account, server: { client } }: { account: Account | undefined } & Pick<SignInOptions, 'server'>,
): ChosenScopes {
  const added = isMore ? ', with what was asked for before' : ''
  if (client && client.scopes.length > 0)
    return {
      scopes: [...new Set([...client.scopes, ...(isMore ? (challenge?.scopes ?? []) : [])])],
      why: `entered in the settings${isMore ? ', with what the server asks for now' : ''}`,
      code: isMore ? 'scopes-settings-more' : 'scopes-settings',
    }
  const isChallenged = challenge !== undefined && challenge.scopes.length > 0
  const wanted = isChallenged ? challenge.scopes : scopes
  const named = isChallenged ? 'named by the challenge' : 'named by the resource metadata'
  const why = (wanted.length > 0 ? named : 'the server names none') + added
  const source = isChallenged ? 'scopes-challenge' : 'scopes-resource'
  const base = wanted.length > 0 ? source : 'scopes-unnamed'
  const code = isMore ? (`${base}-more` as const) : base
  const before = isMore ? [...(account?.asked ?? []), ...(account?.tokens?.scopes ?? [])] : []
  if (isNonInteractive(client)) return { scopes: [...new Set([...before, ...wanted])], why, code }
  const supported = server.scopes_supported
  const offline =
    Array.isArray(supported) && supported.includes('offline_access') ? ['offline_access'] : []
  return { scopes: [...new Set([...before, ...wanted, ...offline])], why, code }
}

/** Tokens are bound to a key where both servers can do that, and where the resource speaks of it. */
async function proofKeyFor(
  { bound, server }: Discovery,
  challenge: Challenge | undefined,
  account: Account | undefined,
): Promise<DpopKey | undefined> {
  if (bound === 'undeclared' && challenge?.isBound !== true) return undefined
  if (!supportsTokenBinding(server)) return undefined
  return (await readProofKey(account?.proofKey)) ?? createDpopKey()
}

/** A client is a secret between the person and one issuer, whoever a server names (MCP 2026-07-28). */
function assertIssuer(meant: string, found: string): void {
  if (isSameIssuer(meant, found)) return
  throw signInError(
    'unsafe',
    `The client in the settings is for ${meant}, and the server sends to ${found}. Nothing but its metadata was asked for.`,
    { data: mismatch('issuer', { expected: meant, found, of: 'client' }) },
  )
}
