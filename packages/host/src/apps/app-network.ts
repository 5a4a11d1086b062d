import { GatehouseError, isGatehouseError, type ResolvedNetwork } from '@gatehouse/domain'
import {
  isAgreedHost,
  type AppAccess,
  type AppBlockReason,
  type AppUse,
} from '@gatehouse/domain/apps'
import { networkZoneOf } from '@gatehouse/domain/launch'
import type { Clock, WebHttp, WebRequest, WebResponse } from '../ports/index.ts'
import type { ServerJournal } from '../servers/server-journal.ts'
import { createMessageRate } from './message-rate.ts'

const MAX_RESPONSE = 32 * 1024 * 1024
const MAX_BODY = 8 * 1024 * 1024
const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
/** Requests of one view; a map asks for some hundreds at once. */
const REQUESTS = { count: 1500, windowMs: 60_000 }
/** Bytes of all responses of one view. */
const VOLUME = { count: 512 * 1024 * 1024, windowMs: 600_000 }
const MAX_OPEN = 64
/** Hosts and reasons of refusals that the window is told. */
const MAX_TOLD = 20
const MAX_URL = 16_384
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Headers of the browser that are not sent: what they say is not the page's, or names the person's software. */
const NOT_SENT =
  /^(?:cookie2?|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade.*|expect|content-length|accept-encoding|accept-language|user-agent|referer|proxy-.*|sec-.*)$/
/** Headers that would have the browser keep something, or send more than the page asked for. */
const NOT_RECEIVED =
  /^(?:set-cookie2?|connection|keep-alive|transfer-encoding|trailer|upgrade|alt-svc|strict-transport-security|clear-site-data|report-to|reporting-endpoints|nel|refresh|link|service-worker-allowed|speculation-rules)$/

/** Uses for which something is requested; the base of addresses alone is none. */
const REQUESTED: readonly AppUse[] = ['connect', 'resource', 'frame']

interface Options {
  access: AppAccess
  http: WebHttp
  /** The way of the server to the network. */
  network: () => Promise<ResolvedNetwork | undefined>
  journal: Pick<ServerJournal, 'frame'>
  clock: Clock
  version: string
  onBlocked(host: string, reason: AppBlockReason): void
}

/**
 * The network of one view in a window of its own. Each request, and each redirect of it, goes to an agreed host at an
 * address of the network that its name says, without cookies, and is a line of the server's traffic.
 */
export interface AppNetwork {
  /** Rejects with `apps/blocked`, `http/…`. */
  send(request: WebRequest, signal: AbortSignal): Promise<WebResponse>
  /** Records a request that is never carried. */
  refuse(request: Pick<WebRequest, 'url' | 'method'>, reason: AppBlockReason): void
}

export function createAppNetwork(options: Options): AppNetwork {
  const { access, http, network, journal, clock, version, onBlocked } = options
  const requests = createMessageRate(clock, REQUESTS)
  const volume = createMessageRate(clock, VOLUME)
  const told = new Set<string>()
  let open = 0

  function record(
    { url, method, body }: Omit<WebRequest, 'headers'>,
    { status, received = 0, refused, at }: Recorded,
  ): void {
    journal.frame({
      at: clock.now(),
      direction: 'out',
      kind: 'app-request',
      bytes: received,
      message: {
        sentBytes: body?.length ?? 0,
        receivedBytes: received,
        ...(refused === undefined ? {} : { refused }),
      },
      truncated: false,
      ...(at === undefined ? {} : { latencyMs: Math.max(0, clock.now() - at) }),
      http: { method, url: placeOf(url), ...(status === undefined ? {} : { status }) },
    })
  }

  function refuse(request: Omit<WebRequest, 'headers'>, reason: AppBlockReason): GatehouseError {
    record(request, { refused: reason })
    const host = hostOf(request.url)
    const key = `${reason} ${host}`
    if (!told.has(key) && told.size < MAX_TOLD) {
      told.add(key)
      onBlocked(host, reason)
    }
    return new GatehouseError('apps/blocked', `${host} was not asked.`, { data: { reason } })
  }

  /** One request, to one address. */
  async function sendOne(request: WebRequest, signal: AbortSignal): Promise<WebResponse> {
    const url = request.url.length <= MAX_URL ? parseUrl(request.url) : undefined
    const isWorker = 'service-worker' in request.headers
    if (!url || isWorker || !METHODS.has(request.method) || !isAgreedHost(access, url, REQUESTED))
      throw refuse(request, 'not-agreed')
    if (!requests.take()) throw refuse(request, 'too-many')
    if ((request.body?.length ?? 0) > MAX_BODY) throw refuse(request, 'too-large')
    const zone = networkZoneOf(url.hostname)
    const at = clock.now()
    const limits = {
      maxBytes: MAX_RESPONSE,
      timeoutMs: TIMEOUT_MS,
      mayReach(address: string) {
        const found = networkZoneOf(address)
        return found === 'elsewhere' || (found !== 'metadata' && found === zone)
      },
      network: await network(),
    }
    try {
      const response = await http.send(request, limits, signal)
      const received = response.body.length
      if (!volume.take(received)) throw refuse(request, 'too-large')
      record(request, { status: response.status, received, at })
      return response
    } catch (error) {
      const code = isGatehouseError(error) ? error.code : ''
      if (code === 'http/refused') throw refuse(request, 'address')
      if (code === 'http/too-large') throw refuse(request, 'too-large')
      if (code !== 'apps/blocked') record(request, { refused: code || 'failed', at })
      throw error
    }
  }

  return {
    async send(given, signal) {
      if (open >= MAX_OPEN) throw refuse(given, 'too-many')
      open += 1
      try {
        const headers = {
          ...headersWithout(given.headers, NOT_SENT),
          'user-agent': `Gatehouse/${version}`,
        }
        let request: WebRequest = { ...given, headers }
        for (let redirects = 0; ; redirects += 1) {
          const response = await sendOne(request, signal)
          const next = redirects < MAX_REDIRECTS ? redirected(request, response) : undefined
          if (!next) return { ...response, headers: headersWithout(response.headers, NOT_RECEIVED) }
          request = next
        }
      } finally {
        open -= 1
      }
    },
    refuse: (request, reason) => void refuse(request, reason),
  }
}

interface Recorded {
  status?: number
  /** Bytes of the response. */
  received?: number
  refused?: string
  /** Time of sending. */
  at?: number
}

/** The request that a redirect asks for (RFC 9110, section 15.4), without credentials for another origin. */
function redirected(request: WebRequest, response: WebResponse): WebRequest | undefined {
  const { location } = response.headers
  if (!REDIRECTS.has(response.status) || location === undefined) return undefined
  const url = parseUrl(location, request.url)
  if (!url) return undefined
  const isSame = url.origin === new URL(request.url).origin
  const headers = isSame ? request.headers : headersWithout(request.headers, /^authorization$/)
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  const keeps = isGet || response.status === 307 || response.status === 308
  if (keeps) return { ...request, url: url.href, headers }
  return { url: url.href, method: 'GET', headers: headersWithout(headers, /^content-/) }
}

const headersWithout = (headers: WebRequest['headers'], names: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !names.test(name)),
  )

/** Host and path: a query can hold keys. */
function placeOf(url: string): string {
  const parsed = parseUrl(url)
  return (parsed ? `${parsed.host}${parsed.pathname}` : url).slice(0, 500)
}

const hostOf = (url: string): string => (parseUrl(url)?.host ?? '?').slice(0, 300)

function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
