import { isGatehouseError, type JsonObject, type SignInNote } from '@gatehouse/domain'
import type { AuthorizationServer } from 'oauth4webapi'
import { scopesOf } from './challenge.ts'
import { isSameIssuer } from './issuer.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import { mismatch, signInError } from './sign-in-error.ts'
import type { SignInTrace } from './trace.ts'

/** The authorization server of a resource, as it was discovered. */
export interface Discovery {
  /** Goes with every request for a token (RFC 8707). */
  resource: string
  /** It is more than the server itself: all that is below its path, or at its origin. */
  isWider: boolean
  /** The scopes that the resource states it needs; empty = none stated. */
  scopes: string[]
  /**
   * Support of the resource for tokens that are bound to a key, `required` if it takes no others (RFC 9728, section
   * 2).
   */
  bound: 'undeclared' | 'possible' | 'required'
  server: AuthorizationServer
}

interface Protected extends Pick<Discovery, 'resource' | 'isWider' | 'scopes' | 'bound'> {
  issuers: URL[]
}

interface DiscoveryOptions {
  client: AuthorizationClient
  trace: SignInTrace
  signal: AbortSignal
}

/**
 * Finds the authorization server of an MCP server: protected resource metadata (RFC 9728) at the challenge's
 * `resource_metadata`, at the server's path, at its root; then authorization server metadata (RFC 8414, OpenID
 * Connect Discovery). A server without the first is its own authorization server (MCP 2025-03-26), with
 * default endpoints if it has no metadata either. Rejects with `sign-in/…`.
 */
export async function discover(
  serverUrl: string,
  { resourceMetadata, known }: { resourceMetadata: string | undefined; known: string | undefined },
  options: DiscoveryOptions,
): Promise<Discovery> {
  const { trace } = options
  const url = new URL(serverUrl)
  const { found, failure } = await findProtected(url, resourceMetadata, options)
  if (!found) {
    trace.note('resource-metadata', 'none: the server is treated as its own authorization server', {
      code: 'own-server',
      values: {},
    })
    const base = options.client.addressPolicy.checked(url.origin, 'the authorization server')
    const named = await findServer(base, options)
    // Who did not respond may have named another authorization server.
    if (!named && failure) throw failure
    const server = named ?? defaultEndpoints(url.origin)
    return {
      resource: canonical(url),
      isWider: false,
      scopes: [],
      bound: 'undeclared',
      server: usable(server, options),
    }
  }
  const { issuers, ...rest } = found
  const meant = issuers.find(({ href }) => known !== undefined && isSameIssuer(href, known))
  const issuer = meant ?? issuers[0]
  if (issuer)
    trace.note(
      'resource-metadata',
      `${issuer.href} chosen (${issuers.length} listed): ${meant ? 'it is in the settings or was used before' : 'it is listed first'}`,
      {
        code: meant ? 'issuer-known' : 'issuer-first',
        values: { issuer: issuer.href, total: issuers.length },
      },
    )
  if (!issuer) throw signInError('unsupported', `${url.host} names no authorization server.`)
  const server = await findServer(issuer, options)
  if (!server)
    throw signInError(
      'unsupported',
      `${issuer.host} is the authorization server, but has no metadata.`,
    )
  return { ...rest, server: usable(server, options) }
}

interface Search<Found> {
  found: Found | undefined
  /** The reason for which a place gave nothing, when that may change. */
  failure?: Error | undefined
}

async function findProtected(
  url: URL,
  named: string | undefined,
  options: DiscoveryOptions,
): Promise<Search<Protected>> {
  const { addressPolicy } = options.client
  const what = 'the metadata of the server'
  const wellKnown = '/.well-known/oauth-protected-resource'
  const path = url.pathname === '/' ? '' : url.pathname
  const places = [
    ...(named === undefined ? [] : [addressPolicy.checked(named, what)]),
    ...[...new Set([wellKnown + path, wellKnown])].map((place) => onHostOf(url, place)),
  ]
  let failure: Error | undefined
  for (const at of places) {
    const looked = await lookAt(
      at,
      { what, step: 'resource-metadata', isWanted: isProtected },
      options,
    )
    if (looked.found) return { found: readProtected(looked.found, url, options.client) }
    failure ??= looked.failure
  }
  return { found: undefined, failure }
}

/** A document of another kind names neither. */
const isProtected = ({ resource, authorization_servers: issuers }: JsonObject): boolean =>
  resource !== undefined || issuers !== undefined

interface Place {
  what: string
  step: 'resource-metadata' | 'server-metadata'
  isWanted(document: JsonObject): boolean
}

/** The document at one place. One that fails is noted, and the next is asked. Rejects with `sign-in/unsafe`. */
async function lookAt(
  at: URL,
  { what, step, isWanted }: Place,
  { client, trace, signal }: DiscoveryOptions,
): Promise<Search<JsonObject>> {
  try {
    const document = await client.document(at, what, signal)
    const found = document && isWanted(document) ? document : undefined
    trace.note(step, ...placeNote(at, found))
    return { found }
  } catch (error) {
    if (!isGatehouseError(error) || error.code !== 'sign-in/unreachable') throw error
    trace.note(step, ...placeNote(at, undefined))
    return { found: undefined, failure: error }
  }
}

function readProtected(document: JsonObject, url: URL, client: AuthorizationClient): Protected {
  const { resource } = document
  if (typeof resource !== 'string' || !covers(resource, url))
    throw signInError(
      'unsafe',
      `${url.host} declares a different resource identifier than its own, so no sign-in was begun.`,
      { data: mismatch('resource', { expected: canonical(url), found: resource }) },
    )
  const issuers = Array.isArray(document['authorization_servers'])
    ? document['authorization_servers'].slice(0, 10)
    : []
  const scopes = document['scopes_supported']
  return {
    resource,
    isWider: folderOf(new URL(resource)) !== folderOf(url),
    scopes: Array.isArray(scopes) ? scopesOf(textsOf(scopes).join(' ')) : [],
    bound: boundOf(document),
    issuers: issuers.map((issuer) =>
      client.addressPolicy.checked(issuer, 'the authorization server'),
    ),
  }
}

function boundOf(document: JsonObject): Discovery['bound'] {
  if (document['dpop_bound_access_tokens_required'] === true) return 'required'
  return Array.isArray(document['dpop_signing_alg_values_supported']) ? 'possible' : 'undeclared'
}

function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}

/** True if a token for the resource is valid for the address: the same origin, at or above its path. */
function covers(resource: string, url: URL): boolean {
  try {
    const named = new URL(resource)
    return named.origin === url.origin && folderOf(url).startsWith(folderOf(named))
  } catch {
    return false
  }
}

function folderOf({ pathname }: URL): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}

/** The metadata of an authorization server that the person named. Rejects with `sign-in/…`. */
export async function discoverIssuer(
  named: string,
  options: DiscoveryOptions,
): Promise<AuthorizationServer> {
  const issuer = options.client.addressPolicy.checked(named, 'the authorization server')
  const server = await findServer(issuer, options)
  if (!server)
    throw signInError('unsupported', `${issuer.host} has no authorization server metadata.`)
  return usable(server, options)
}

async function findServer(
  issuer: URL,
  options: DiscoveryOptions,
): Promise<AuthorizationServer | undefined> {
  const what = 'the metadata of the authorization server'
  // RFC 8414, section 2: no query; and a path that could be read as a host names no one.
  if (issuer.href.includes('?') || issuer.pathname.includes('//'))
    throw signInError('unsafe', `${issuer.host} is named in a way that could mean somebody else.`)
  let failure: Error | undefined
  for (const at of metadataPlaces(issuer)) {
    const place = { what, step: 'server-metadata', isWanted: isServer } as const
    const looked = await lookAt(at, place, options)
    const named = looked.found?.['issuer']
    // Its other members are checked where they are used.
    if (typeof named === 'string' && isSameIssuer(named, issuer.href))
      return looked.found as unknown as AuthorizationServer
    // Another place may have the right one; if not, this is what the person has to know.
    if (looked.found && (!isGatehouseError(failure) || failure.code !== 'sign-in/unsafe'))
      failure = otherIssuer(issuer, named)
    failure ??= looked.failure
  }
  if (failure) throw failure
  return undefined
}

const isServer = (document: JsonObject): boolean =>
  ['issuer', 'authorization_endpoint', 'token_endpoint'].some(
    (name) => document[name] !== undefined,
  )

function otherIssuer(issuer: URL, named: unknown): Error {
  return signInError(
    'unsafe',
    `${issuer.host} responded with the metadata of another authorization server, so no sign-in was begun.`,
    { data: mismatch('issuer', { expected: issuer.href, found: named }) },
  )
}

/** Returns the log entry for a document that was found or is missing. */
function placeNote({ href }: URL, document: JsonObject | undefined): [string, SignInNote] {
  const code = document ? 'found' : 'missing'
  return [`${href}: ${document ? 'found' : 'none'}`, { code, values: { url: href } }]
}

/** In the order of MCP 2025-11-25, basic/authorization, "Authorization Server Metadata Discovery". */
function metadataPlaces(issuer: URL): URL[] {
  const path = issuer.pathname.replace(/\/$/, '')
  const places = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${path}/.well-known/openid-configuration`]),
  ]
  return places.map((place) => onHostOf(issuer, place))
}

/** A path is set, not resolved: one that begins with two slashes would be another host's. */
function onHostOf({ origin }: URL, path: string): URL {
  const at = new URL(origin)
  at.pathname = path
  return at
}

/** MCP 2025-03-26, basic/authorization, "Fallbacks for Servers without Metadata Discovery". */
function defaultEndpoints(origin: string): AuthorizationServer {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ['S256'],
  }
}

/** Refuses what may not be asked or opened, and who does not do PKCE with S256. */
function usable(
  server: AuthorizationServer,
  { client, trace }: DiscoveryOptions,
): AuthorizationServer {
  const endpoints = {
    authorization_endpoint: 'the sign-in page',
    token_endpoint: 'the token endpoint',
    registration_endpoint: 'the registration endpoint',
    revocation_endpoint: 'the revocation endpoint',
  } as const
  for (const [name, what] of Object.entries(endpoints)) {
    const value = server[name]
    if (value !== undefined) client.addressPolicy.checked(value, what)
  }
  const named = server.code_challenge_methods_supported
  const methods = Array.isArray(named) ? named.join(', ') : ''
  trace.note('server-metadata', `issuer ${server.issuer}, PKCE ${methods || 'not named'}`, {
    code: 'metadata',
    values: { issuer: server.issuer, methods },
  })
  return server
}

function canonical(url: URL): string {
  return url.pathname === '/' ? url.origin : `${url.origin}${url.pathname}`
}
