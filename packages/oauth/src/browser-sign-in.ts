import { abortWith, DEFAULT_REDIRECT } from '@gatehouse/domain'
import * as oauth from 'oauth4webapi'
import type { AuthorizedServer } from '@gatehouse/host/ports'
import type { Account, AccountClient } from './account.ts'
import { preregisteredClient } from './client-authentication.ts'
import { registerClient } from './client-registration.ts'
import type { Discovery } from './discovery.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import type { DpopKey } from './dpop-key.ts'
import type { RedirectListener } from './redirect-listener.ts'
import { isRegisteredFor, openRedirect, reopenRedirect } from './redirect-choice.ts'
import type { SignInOptions } from './sign-in-request.ts'
import { displayableErrorCode, signInError } from './sign-in-error.ts'
import type { CodeExchange } from './token-requests.ts'
import type { TokenRequestOptions } from './token-response.ts'

interface BrowserRequest<Redeemed> {
  /** Without a resource: an identity provider. */
  discovery: Pick<Discovery, 'server'> & Partial<Pick<Discovery, 'resource' | 'isWider'>>
  /** The stored account of the same issuer. */
  account: Account | undefined
  scopes: string[]
  isMore: boolean
  /** The purpose of the sign-in; absent = access to the server. */
  purpose?: 'identity'
  proofKey: DpopKey | undefined
  /** Ties an ID token to this sign-in (OpenID Connect Core 1.0, section 3.1.2.1). */
  nonce?: string
  /** Gives what the person gets for the response. */
  redeem(exchange: CodeExchange, asking: TokenRequestOptions): Promise<Redeemed>
}

/** The part of a sign-in that the person does in the browser. */
export async function signInWithBrowser<Redeemed>(
  request: BrowserRequest<Redeemed>,
  options: SignInOptions,
): Promise<{ client: AccountClient; tokens: Redeemed }> {
  const state = oauth.generateRandomState()
  const { listener, client } = await openClient(request, state, options)
  try {
    const tokens = await throughBrowser({ ...request, client, state }, listener, options)
    return { client, tokens }
  } finally {
    listener.close()
  }
}

/** The listener is open before its address is given out. */
async function openClient(
  { discovery, account, scopes }: Pick<BrowserRequest<unknown>, 'discovery' | 'account' | 'scopes'>,
  state: string,
  options: SignInOptions,
): Promise<{ listener: RedirectListener; client: AccountClient }> {
  const { own, http, trace, now, signal } = options
  const redirect = options.server.redirect ?? DEFAULT_REDIRECT
  const { server } = discovery
  const kept = account?.client
  if (kept && isRegisteredFor(redirect, kept, now())) {
    const listener = await reopenRedirect(redirect, kept.redirectUri, { ...options, state })
    if (listener) {
      const { redirectUri } = listener
      const note = { code: 'client-before', values: { redirectUri } } as const
      trace.note('client', `registered before, ${redirectUri}`, note)
      return { listener, client: kept }
    }
  }
  const listener = await openRedirect(redirect, { ...options, state })
  trace.note('listener', listener.redirectUri)
  try {
    const client =
      knownClient(options, server) ??
      (await registerClient(
        { server, redirectUri: listener.redirectUri, clientName: own.name, scopes },
        http,
        signal,
      ))
    const { how, method } = client
    trace.note('client', `${how}, authenticates with ${method}: ${WHY[how]}`, {
      code: `client-${how}`,
      values: { method },
    })
    return { listener, client }
  } catch (error) {
    listener.close()
    throw error
  }
}

/** Reason for the choice of client: by hand before a document before a registration. */
const WHY: Record<AccountClient['how'], string> = {
  given: 'it is entered in the settings',
  document: 'the issuer reads metadata documents of clients',
  registered: 'none is entered, and there is no document that the issuer reads',
}

/** A client that needs no registration: entered by the person, or described by a metadata document. */
function knownClient(
  { own: { metadataUrl }, server: { client: given } }: SignInOptions,
  server: oauth.AuthorizationServer,
): AccountClient | undefined {
  if (given) return preregisteredClient(given, server)
  if (metadataUrl === undefined || server.client_id_metadata_document_supported !== true)
    return undefined
  return { id: metadataUrl, method: 'none', how: 'document' }
}

interface AuthorizationAttempt<Redeemed> extends BrowserRequest<Redeemed> {
  client: AccountClient
  state: string
}

async function throughBrowser<Redeemed>(
  {
    discovery,
    client,
    scopes,
    state,
    isMore,
    purpose,
    proofKey,
    nonce,
    redeem,
  }: AuthorizationAttempt<Redeemed>,
  listener: RedirectListener,
  options: SignInOptions,
): Promise<Redeemed> {
  const { server, resource, isWider } = discovery
  const { http, trace, now, signal } = options
  const verifier = oauth.generateRandomCodeVerifier()
  const { redirectUri } = listener
  const url = pageOf(server, http)
  const shown = url.href
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(resource === undefined ? {} : { resource }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(proofKey ? { dpop_jkt: await proofKey.handle.calculateThumbprint() } : {}),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    // OpenID Connect gives a refresh token only after the person was asked again.
    ...(scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const asked = scopes.join(' ')
  trace.note('browser', `${url.origin}${url.pathname}, scopes: ${asked || 'not named'}`, {
    code: 'page',
    values: { url: `${url.origin}${url.pathname}`, scopes: asked },
  })
  const tokenEndpoint = http.addressPolicy.checked(server.token_endpoint, 'the token endpoint').href
  const { issuer } = server
  const expiresAt = now() + options.browserTimeoutMs
  const about = { issuer, tokenEndpoint, redirectUri, scopes, isMore, purpose, expiresAt }
  const page = { url: url.href, shown, ...about, ...(isWider ? { widerResource: resource } : {}) }
  const response = await waitForResponse(page, listener, options)
  trace.note('callback', 'the response came', { code: 'response', values: {} })
  try {
    const exchange = { server, client, response, state, verifier, redirectUri, resource, scopes }
    const given = options.server.client
    const found = await redeem(exchange, { http, now, given, proofKey, signal })
    listener.finish('done')
    return found
  } catch (error) {
    listener.finish('failed')
    throw error
  }
}

/** Parameters that this app sets, or that a server could use to ask for more unseen (RFC 6749, RFC 9101, OpenID Connect). */
const RESERVED_PARAMETERS = new Set(
  [
    'acr_values audience authorization_details claims claims_locales client_id code_challenge',
    'code_challenge_method display dpop_jkt grant_type id_token_hint include_granted_scopes login_hint',
    'max_age nonce prompt redirect_uri registration request request_uri resource response_mode',
    'response_type scope state',
  ].flatMap((names) => names.split(' ')),
)

/** The address of the sign-in page: its own query may hold no parameter of the sign-in. */
function pageOf(server: oauth.AuthorizationServer, http: AuthorizationClient): URL {
  const url = http.addressPolicy.checked(server.authorization_endpoint, 'the sign-in page')
  const names = [...url.searchParams.keys()].filter((name) =>
    RESERVED_PARAMETERS.has(name.trim().toLowerCase()),
  )
  if (names.length > 0)
    throw signInError(
      'unsafe',
      `The address of the sign-in page asks for something by itself (${[...new Set(names)].map(displayableErrorCode).join(', ')}), so no sign-in was begun.`,
    )
  return url
}

/** Rejects when the person refuses, when their time is over and when the signal is aborted. */
async function waitForResponse(
  page: Parameters<AuthorizedServer['prompt']['show']>[0],
  listener: RedirectListener,
  { server, browserTimeoutMs, signal }: SignInOptions,
): Promise<URLSearchParams> {
  const over = new AbortController()
  const end = (): void => abortWith(over, 'connection-lost')
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const expire = (): void => {
    abortWith(over, 'expired')
    listener.close()
  }
  const timer = setTimeout(expire, browserTimeoutMs)
  const refused = server.prompt.show(page, over.signal).then((): never => {
    throw signInError('refused', `You did not sign in to ${server.name}.`)
  })
  try {
    const response = await Promise.race([listener.response, refused])
    abortWith(over, 'finished')
    return response
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
    refused.catch(() => undefined)
  }
}
