import { isGatehouseError, objectOfJson } from '@gatehouse/domain'
import * as oauth from 'oauth4webapi'
import { accessTokenSchema, formSecretSchema, isIdentityOf, type Identity } from './account.ts'
import { signInWithBrowser } from './browser-sign-in.ts'
import { authenticationOf, preregisteredClient } from './client-authentication.ts'
import { hostOf } from './client-registration.ts'
import type { Enterprise } from './direct-grants.ts'
import { discoverIssuer } from './discovery.ts'
import { checkedResponse, type CodeExchange } from './token-requests.ts'
import { optionsFor, refusalOf, UNDECIDED, type TokenRequestOptions } from './token-response.ts'
import { signInError } from './sign-in-error.ts'
import type { SignInOptions } from './sign-in-request.ts'

/** Its word is asked for again this long before it ends. */
const EARLY_MS = 30_000
/** How far this computer's clock may be off. */
const TOLERANCE_S = 3900

type Provider = Enterprise['provider']

export interface IdentityRequest {
  provider: Provider
  /** What is kept from before, whoever said it. */
  kept: Identity | undefined
  /** Keeps what the provider gave, before it is used: it may have taken the place of what is kept. */
  keep(identity: Identity): Promise<void>
}

export interface IdentifyOptions extends Pick<
  SignInOptions,
  'httpFor' | 'now' | 'signal' | 'trace'
> {
  /** Absent where nobody can be asked. */
  browser?: SignInOptions
}

/** Who the person is, and the provider that says so. */
export interface Vouched {
  identity: Identity
  server: oauth.AuthorizationServer
}

/**
 * Who the person is, by the word of their employer's identity provider (OpenID Connect Core 1.0, section 3.1): as
 * it is kept, renewed, and with the browser, each once, for as long as the former is of no use. What is kept goes
 * to the host that it came from alone: the person saw that one. Rejects with `sign-in/…`.
 */
export async function* identities(
  { provider, kept, keep }: IdentityRequest,
  asking: IdentifyOptions,
): AsyncGenerator<Vouched, void> {
  const former = kept && isIdentityOf(kept, provider) ? kept : undefined
  const isCurrent = former !== undefined && former.endsAt - EARLY_MS > asking.now()
  const { trace, signal, browser } = asking
  if (!browser && !isCurrent && former?.refresh === undefined) throw loginRequired(provider)
  const http = asking.httpFor(provider.issuer)
  const server = await discoverIssuer(provider.issuer, { client: http, trace, signal })
  const known = former && isFrom(former, server) ? former : undefined
  if (known && isCurrent) yield { identity: known, server }
  const renewed = known && (await renew(known, { provider, server }, { ...asking, http }))
  if (renewed) {
    await keep(renewed)
    yield { identity: renewed, server }
  }
  if (!browser) throw loginRequired(provider)
  yield { identity: await askPerson({ provider, server, keep }, { ...browser, http }), server }
}

function loginRequired(provider: Provider): Error {
  return signInError('rejected', `You have to sign in at ${hostOf(provider.issuer)} again.`, {
    data: { error: 'login_required' },
  })
}

async function askPerson(
  { provider, server, keep }: Omit<IdentityRequest, 'kept'> & Pick<Vouched, 'server'>,
  browser: SignInOptions,
): Promise<Identity> {
  const host = hostOf(provider.issuer)
  browser.trace.note('client', `the person signs in at ${host}, which vouches for them`)
  if (server.authorization_endpoint === undefined)
    throw signInError('unsupported', `${host} does not say where to sign in.`)
  const nonce = oauth.generateRandomNonce()
  const client = { ...provider, grant: 'sign-in' as const, scopes: [] }
  const { tokens } = await signInWithBrowser(
    {
      discovery: { server },
      account: undefined,
      scopes: scopesOf(server),
      isMore: false,
      purpose: 'identity',
      proofKey: undefined,
      nonce,
      async redeem(exchange, redeeming) {
        const identity = await redeem({ ...exchange, nonce }, redeeming, provider)
        await keep(identity)
        return identity
      },
    },
    { ...browser, server: { ...browser.server, client } },
  )
  return tokens
}

/** Whether its token endpoint is where the word came from. */
function isFrom({ tokenEndpoint }: Identity, { token_endpoint: at }: oauth.AuthorizationServer) {
  return tokenEndpoint !== undefined && at !== undefined && hostOf(tokenEndpoint) === hostOf(at)
}

/** With what lets its word be renewed, where the provider speaks of it. */
function scopesOf({ scopes_supported: supported }: oauth.AuthorizationServer): string[] {
  return Array.isArray(supported) && supported.includes('offline_access')
    ? ['openid', 'offline_access']
    : ['openid']
}

async function redeem(
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
  throw signInError('unsupported', `${hostOf(server.issuer)} does not say who the person is.`)
}

/** `undefined` where it cannot be renewed. Rejects while nobody can say. */
async function renew(
  { refresh, token }: Identity,
  { provider, server }: { provider: Provider; server: oauth.AuthorizationServer },
  asking: Omit<TokenRequestOptions, 'given'>,
): Promise<Identity | undefined> {
  if (refresh === undefined) return undefined
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
    const renewed = identityOf(found, { provider, server, at: asking.now(), former: refresh })
    // The word about somebody else takes the place of nothing (OpenID Connect Core 1.0, section 12.2).
    return renewed && subjectOf(renewed.token) === subjectOf(token) ? renewed : undefined
  } catch (error) {
    const refusal = refusalOf(error, server.issuer)
    const isRefused = isGatehouseError(refusal) && refusal.code === 'sign-in/rejected'
    if (isRefused && !UNDECIDED.has(refusal.data['error'])) return undefined
    throw refusal
  }
}

/** Of an ID token that was read before. */
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

/** `undefined` when nothing in it says who the person is. */
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
