import { raceAbort } from '@gatehouse/base'
import * as oauth from 'oauth4webapi'
import { isIdentityOf, type Identity, type SharedIdentity } from './account.ts'
import { signInWithBrowser } from './browser-sign-in.ts'
import { hostOf } from './client-registration.ts'
import type { Enterprise } from './non-interactive-grants.ts'
import { discoverIssuer } from './discovery.ts'
import { exchangeCodeForIdentity, refreshIdentity } from './identity-requests.ts'
import { signInError } from './sign-in-error.ts'
import type { SignInOptions } from './sign-in-request.ts'
import type { TokenRequestOptions } from './token-response.ts'

/** Its word is asked for again this long before it ends. */
const EARLY_MS = 30_000

type Provider = Enterprise['provider']

export interface IdentityRequest {
  provider: Provider
  kept: SharedIdentity
}

export interface IdentifyOptions extends Pick<
  SignInOptions,
  'httpFor' | 'now' | 'signal' | 'trace'
> {
  /** Absent where no one can be asked. */
  browser?: SignInOptions
}

/** The identity of the person, and the provider that confirms it. */
export interface ProviderIdentity {
  identity: Identity
  server: oauth.AuthorizationServer
}

/**
 * Yields identities of the person from their employer's identity provider (OpenID Connect Core 1.0, section 3.1): the
 * stored one, a refreshed one, and one from a sign-in in the browser, each once, and only if the one before is of no
 * use. The stored one is sent only to the host that issued it, which the person saw. Rejects with `sign-in/…`.
 */
export async function* obtainIdentities(
  { provider, kept }: IdentityRequest,
  asking: IdentifyOptions,
): AsyncGenerator<ProviderIdentity, void> {
  const { trace, signal, browser, now } = asking
  const former = presentOf(provider, kept)
  if (!browser && !isCurrent(former, now()) && former?.refresh === undefined)
    throw loginRequired(provider)
  const http = asking.httpFor(provider.issuer)
  const server = await discoverIssuer(provider.issuer, { client: http, trace, signal })
  // Another request may have refreshed it meanwhile.
  const known = presentOf(provider, kept, server)
  if (known && isCurrent(known, now())) yield { identity: known, server }
  const refreshing =
    known &&
    kept.refreshInTurn(() => refreshPresent(known, { provider, kept, server }, { ...asking, http }))
  const refreshed = refreshing && (await raceAbort(refreshing, signal))
  if (refreshed) yield { identity: refreshed, server }
  if (!browser) throw loginRequired(provider)
  yield { identity: await askPerson({ provider, server, kept }, { ...browser, http }), server }
}

/** The identity from this provider, at `server` where that is known. */
function presentOf(
  provider: Provider,
  kept: SharedIdentity,
  server?: oauth.AuthorizationServer,
): Identity | undefined {
  const present = kept.present()
  if (!present || !isIdentityOf(present, provider)) return undefined
  return server && !isFrom(present, server) ? undefined : present
}

function isCurrent(identity: Identity | undefined, now: number): boolean {
  return identity !== undefined && identity.endsAt - EARLY_MS > now
}

/**
 * Returns a replacement for the invalid `used`: the result of another request, else a refreshed and stored one. It
 * outlives its caller, because the provider may have used the refresh token up. `undefined` if it cannot be
 * refreshed.
 */
async function refreshPresent(
  used: Identity,
  { provider, kept, server }: IdentityRequest & Pick<ProviderIdentity, 'server'>,
  asking: Omit<TokenRequestOptions, 'given'>,
): Promise<Identity | undefined> {
  const present = presentOf(provider, kept, server)
  if (present && present.token !== used.token && isCurrent(present, asking.now())) return present
  if (present?.refresh === undefined) return undefined
  const { signal } = new AbortController()
  const { refreshed, isOver } = await refreshIdentity(
    present,
    { provider, server },
    { ...asking, signal },
  )
  const { refresh: _refresh, ...ended } = present
  if (refreshed) await kept.keep(refreshed)
  // It would be refused each time: the page shows that it is refreshed no more.
  else if (isOver) await kept.keep(ended)
  return refreshed
}

function loginRequired(provider: Provider): Error {
  return signInError('rejected', `You have to sign in at ${hostOf(provider.issuer)} again.`, {
    data: { error: 'login_required' },
  })
}

async function askPerson(
  { provider, server, kept }: IdentityRequest & Pick<ProviderIdentity, 'server'>,
  browser: SignInOptions,
): Promise<Identity> {
  const host = hostOf(provider.issuer)
  browser.trace.note('client', `the user signs in at the identity provider ${host}`, {
    code: 'client-vouches',
    values: { host },
  })
  if (server.authorization_endpoint === undefined)
    throw signInError('unsupported', `${host} does not name a page to sign in at.`)
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
        const identity = await exchangeCodeForIdentity({ ...exchange, nonce }, redeeming, provider)
        await kept.keep(identity)
        return identity
      },
    },
    { ...browser, server: { ...browser.server, client } },
  )
  return tokens
}

/** True if the identity came from this token endpoint. */
function isFrom({ tokenEndpoint }: Identity, { token_endpoint: at }: oauth.AuthorizationServer) {
  return tokenEndpoint !== undefined && at !== undefined && hostOf(tokenEndpoint) === hostOf(at)
}

/** The scopes to request, with `offline_access` if the provider supports it. */
function scopesOf({ scopes_supported: supported }: oauth.AuthorizationServer): string[] {
  return Array.isArray(supported) && supported.includes('offline_access')
    ? ['openid', 'offline_access']
    : ['openid']
}
