import {
  isGatehouseError,
  type JsonBudget,
  type JsonObject,
  type ResolvedNetwork,
  type SignInNote,
} from '@gatehouse/domain'
import type { OutboundHttp, OutboundRequest, OutboundResponse } from '@gatehouse/host/ports'
import { signInError } from './sign-in-error.ts'
import { readOAuthDocument } from './oauth-document.ts'
import { addressPolicyFor, type AddressPolicy } from './address-policy.ts'

const BUDGET: JsonBudget = { bytes: 262_144, nodes: 5000, depth: 16 }
const TIMEOUT_MS = 15_000
const MAX_REDIRECTS = 3
/** Too late, too early, too often (RFC 9110, RFC 8470, RFC 6585). */
const MAY_PASS = new Set([408, 425, 429])

/** Requests to an authorization server, within bounds. */
export interface AuthorizationClient {
  readonly addressPolicy: AddressPolicy
  /**
   * A JSON object; `undefined` when there is none (a status from 400 to 499, or not JSON). Follows redirects
   * to addresses that may be reached. Rejects with `sign-in/unreachable` and `sign-in/unsafe`.
   */
  document(url: URL, what: string, signal: AbortSignal): Promise<JsonObject | undefined>
  /** A `fetch` for a library: the same bounds, no redirects. */
  fetch(url: string, init: RequestInit, signal: AbortSignal): Promise<Response>
  /** The client, reporting each request and its outcome, without contents. */
  watched(onRequest: RequestReport): AuthorizationClient
}

type RequestReport = (text: string, note?: SignInNote) => void

export interface AuthorizationClientOptions {
  http: OutboundHttp
  addressPolicy: AddressPolicy
  network?: ResolvedNetwork | undefined
  onRequest?: RequestReport
}

export function createAuthorizationClient(
  options: AuthorizationClientOptions,
): AuthorizationClient {
  const { addressPolicy } = options
  return {
    addressPolicy,
    async document(url, what, signal) {
      let at = addressPolicy.checked(url.href, what)
      for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
        const headers = { accept: 'application/json' }
        const response = await send({ url: at.href, method: 'GET', headers }, options, signal)
        if (response.status === 200) return readOAuthDocument(response.body, { budget: BUDGET })
        const next = redirectOf(response, at)
        if (next === undefined) {
          if (response.status < 500) return undefined
          throw unavailable(at, response.status)
        }
        at = addressPolicy.checked(next, what)
      }
      throw signInError(
        'unsafe',
        `${url.host} leads on and on for ${what}, so it was not followed.`,
      )
    },
    async fetch(url, init, signal) {
      const target = addressPolicy.checked(url, 'the authorization server')
      const request = {
        url: target.href,
        method: init.method === 'POST' ? ('POST' as const) : ('GET' as const),
        headers: Object.fromEntries(new Headers(init.headers).entries()),
        body: init.body instanceof URLSearchParams ? init.body.toString() : textOf(init.body),
      }
      const { status, headers, body } = await send(request, options, signal)
      if (status >= 500 || MAY_PASS.has(status)) throw unavailable(target, status)
      const isEmpty = status === 204 || status === 304
      return new Response(isEmpty ? null : body, { status, headers })
    },
    watched: (onRequest) => createAuthorizationClient({ ...options, onRequest }),
  }
}

/** A client for this address, and for addresses that it names. */
export function authorizationClientFor(
  { url, network }: { url: string; network?: ResolvedNetwork | undefined },
  http: OutboundHttp,
): AuthorizationClient {
  return createAuthorizationClient({ http, addressPolicy: addressPolicyFor(url), network })
}

async function send(
  request: OutboundRequest,
  { http, addressPolicy, network, onRequest }: AuthorizationClientOptions,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { mayReach } = addressPolicy
  const { origin, pathname } = new URL(request.url)
  const asked = `${request.method} ${origin}${pathname}`
  try {
    const limits = { maxBytes: BUDGET.bytes, timeoutMs: TIMEOUT_MS, mayReach, network }
    const response = await http.send(request, limits, signal)
    onRequest?.(`${asked}: HTTP ${response.status}`)
    return response
  } catch (error) {
    const code = isGatehouseError(error) ? error.code : ''
    onRequest?.(`${asked}: no response${code && ` (${code})`}`, {
      code: 'no-response',
      values: { request: asked, error: code },
    })
    if (signal.aborted || !isGatehouseError(error)) throw error
    const isUnsafe = error.code === 'http/refused' || error.code === 'http/too-large'
    throw signInError(isUnsafe ? 'unsafe' : 'unreachable', error.message, { cause: error })
  }
}

function unavailable({ host }: URL, status: number): Error {
  return signInError('unreachable', `${host} responded with HTTP ${status}. Try again later.`)
}

/** The target of a redirect; `undefined` for any other response. */
function redirectOf({ status, headers }: OutboundResponse, base: URL): string | undefined {
  const { location } = headers
  return status >= 300 && status < 400 && location !== undefined
    ? hrefOf(location, base)
    : undefined
}

function hrefOf(location: string, base: URL): string {
  try {
    return new URL(location, base).href
  } catch {
    return location
  }
}

function textOf(body: unknown): string | undefined {
  return typeof body === 'string' ? body : undefined
}
