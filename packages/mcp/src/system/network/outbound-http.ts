import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { raceAbort } from '@gatehouse/base'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import type {
  OutboundHttp,
  OutboundLimits,
  WebHttp,
  WebRequest,
  WebResponse,
} from '@gatehouse/host/ports'
import { createDeadline } from '../timing/deadline.ts'
import { trustedAuthorities } from './certificate-authorities.ts'
import { chooseProxy, type ProxySources } from './choose-proxy.ts'
import { proxyAgent } from './open-http-client.ts'
import { causesOf, networkCode } from './network-error.ts'
import { redactUrl } from './redact-url.ts'

/** The resolver of names; tests have their own. */
type LookUp = typeof lookUp

/** Sends short requests with the server's proxy and certificate authorities. */
export function createOutboundHttp(sources: ProxySources): OutboundHttp {
  return {
    async send({ body, ...request }, limits, signal) {
      const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
      const response = await sendInTime({ ...request, ...bytes }, limits, { sources, signal })
      return { ...response, body: Buffer.from(response.body).toString('utf8') }
    },
  }
}

/** Sends requests of pages in the same way, with any method and bytes. */
export function createWebHttp(sources: ProxySources, resolver: LookUp = lookUp): WebHttp {
  return {
    async send(request, limits, signal) {
      const headers = { ...request.headers, 'accept-encoding': 'gzip, deflate, br' }
      const given = { sources, signal, resolver }
      const response = await sendInTime({ ...request, headers }, limits, given)
      return decoded(response, limits.maxBytes, request.url)
    },
  }
}

interface Sending {
  sources: ProxySources
  signal: AbortSignal
  resolver?: LookUp
}

async function sendInTime(
  request: WebRequest,
  limits: OutboundLimits,
  { signal, ...sending }: Sending,
): Promise<WebResponse> {
  const deadline = createDeadline(limits.timeoutMs, signal)
  try {
    const { signal: inTime } = deadline
    return await raceAbort(send(request, limits, { ...sending, signal: inTime }), inTime)
  } catch (error) {
    throw toOutboundError(error, request.url, deadline.expired())
  } finally {
    deadline.dispose()
  }
}

async function send(
  { url, method, headers, body }: WebRequest,
  limits: OutboundLimits,
  sending: Sending,
): Promise<WebResponse> {
  const target = new URL(url)
  const agent = await openAgent(target, limits, sending.sources, sending.resolver)
  try {
    const { request } = await import('undici')
    const response = await request(target, {
      method: method as 'GET',
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      signal: sending.signal,
      dispatcher: agent,
    })
    return {
      status: response.statusCode,
      headers: joined(response.headers),
      body: await readWithin(response.body, limits.maxBytes, url),
    }
  } finally {
    await agent.destroy().catch(() => undefined)
  }
}

const DECODERS: Readonly<
  Record<string, (body: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** The response without its encoding; within the limit, however small it came. */
async function decoded(response: WebResponse, maxBytes: number, url: string): Promise<WebResponse> {
  const { 'content-encoding': encoding, 'content-length': _length, ...headers } = response.headers
  if (encoding === undefined || response.body.length === 0) return { ...response, headers }
  try {
    const decode = DECODERS[encoding.trim().toLowerCase()]
    if (!decode) throw new Error(encoding)
    return {
      ...response,
      headers,
      body: await decode(response.body, { maxOutputLength: maxBytes }),
    }
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(url, maxBytes)
    throw toOutboundError(error, url, false)
  }
}

/** An agent that connects only to addresses that may be reached. Rejects with `http/refused`. */
export async function openAgent(
  target: URL,
  limits: Pick<OutboundLimits, 'network' | 'mayReach'>,
  sources: ProxySources,
  resolver: LookUp = lookUp,
) {
  const { network, mayReach } = limits
  const proxy = await chooseProxy(target, network?.proxy ?? 'system', sources)
  const tls =
    network?.caFile === undefined
      ? {}
      : { ca: await trustedAuthorities(network.caFile, sources.environment) }
  // Behind a proxy only the proxy knows which address a name has.
  if (proxy) return proxyAgent(proxy, tls)
  const { Agent } = await import('undici')
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // The system asks no one for the address of an address.
  if (isIP(host) !== 0 && !mayReach(host)) throw refusedAddress(host)
  return new Agent({ connect: { ...tls, lookup: guardedLookup(mayReach, resolver) } })
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** Resolves a name only if every address it has may be reached; what is checked is what is connected to. */
function guardedLookup(mayReach: (address: string) => boolean, resolver: LookUp) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = addresses.find(({ address }) => !mayReach(address))
      const [first] = addresses
      if (refused || !first) return callback(refusedAddress(hostname), [])
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first.address, first.family)
    })
  }
}

function refusedAddress(host: string): GatehouseError {
  return new GatehouseError(
    'http/refused',
    `${host} is not asked: it is on this computer or in a private network.`,
    { data: { host } },
  )
}

async function readWithin(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  url: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > maxBytes) throw tooLarge(url, maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function tooLarge(url: string, maxBytes: number): GatehouseError {
  return new GatehouseError(
    'http/too-large',
    `${redactUrl(url)} responded with more than ${maxBytes} bytes, the most that is read.`,
  )
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

function toOutboundError(error: unknown, url: string, isExpired: boolean): GatehouseError {
  const own = causesOf(error).find(isGatehouseError)
  if (own) return own
  const place = redactUrl(url)
  if (isExpired)
    return new GatehouseError('http/timed-out', `${place} did not respond in time.`, {
      cause: error,
    })
  const code = networkCode(error) ?? 'UNKNOWN'
  return new GatehouseError('http/failed', `${place} could not be reached (${code}).`, {
    data: { code },
    cause: error,
  })
}
