import type { FetchLike } from '@modelcontextprotocol/client'
import type { ResolvedNetwork } from '@gatehouse/domain'
import { requestedAddress } from '@gatehouse/domain/launch'
import { trustedAuthorities } from './certificate-authorities.ts'
import { chooseProxy, type ProxySources, ProxyFailure } from './choose-proxy.ts'

/** HTTP access to one server's address. */
export interface HttpClient {
  fetch: FetchLike
  /** Ends its connections. Never rejects. */
  close(): Promise<void>
}

/** The person chooses how long a tool may be silent, not the HTTP agent. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 }
/** Codes that blame the proxy if they occur before the tunnel is open. */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
])

/**
 * The `fetch` for one origin: direct or through a proxy (always a tunnel), with the extra authorities.
 * Rejects with `ProxyFailure` or `CaFileError`.
 */
export async function openHttpClient(
  url: URL,
  network: ResolvedNetwork | undefined,
  sources: ProxySources,
): Promise<HttpClient> {
  const client = await openClient(url, network, sources)
  return {
    // Runtimes differ in what they send of an address, and the person was shown one.
    fetch: (target, init) => client.fetch(requestedAddress(String(target)) ?? target, init),
    close: () => client.close(),
  }
}

async function openClient(
  url: URL,
  network: ResolvedNetwork | undefined,
  sources: ProxySources,
): Promise<HttpClient> {
  const proxy = await chooseProxy(url, network?.proxy ?? 'system', sources)
  return clientVia(proxy, network?.caFile, sources.environment)
}

/** The client behind a proxy, or a direct one. Rejects with `CaFileError`. */
export async function clientVia(
  proxy: URL | undefined,
  caFile: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<HttpClient> {
  const ca = caFile === undefined ? undefined : await trustedAuthorities(caFile, environment)
  if (!proxy && !ca) return plainClient()
  // Only those who need it pay for loading it: the runtime's own cannot do either.
  const undici = await import('undici')
  const tls = ca ? { ca } : {}
  const dispatcher = proxy
    ? await proxyAgent(proxy, tls)
    : new undici.Agent({ ...NO_TIMEOUTS, connect: tls })
  return {
    async fetch(target, init) {
      try {
        // Two declarations of one standard: the library's and the runtime's.
        const options = { ...init, dispatcher: dispatchOnce(dispatcher) } as Parameters<
          typeof undici.fetch
        >[1]
        return await undici.fetch(target, options)
      } catch (error) {
        throw proxy && init?.signal?.aborted !== true ? blameProxy(proxy, error) : error
      }
    },
    close: () => dispatcher.destroy().catch(() => undefined),
  }
}

/** An agent that reaches everything through a tunnel. */
export async function proxyAgent(proxy: URL, tls: { ca?: string[] | undefined }) {
  const { ProxyAgent } = await import('undici')
  return new ProxyAgent({ ...NO_TIMEOUTS, ...tunnel(proxy), requestTls: tls, proxyTls: tls })
}

function plainClient(): HttpClient {
  const dispatcherNow = createUnlimitedDispatcher()
  return {
    fetch: (url, init) => {
      const dispatcher = dispatcherNow()
      return fetch(url, dispatcher ? { ...init, dispatcher: dispatchOnce(dispatcher) } : init)
    },
    close: () => Promise.resolve(),
  }
}

function tunnel(proxy: URL): { uri: string; token?: string } {
  const uri = `${proxy.protocol}//${proxy.host}`
  if (proxy.username === '' && proxy.password === '') return { uri }
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { uri, token: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** The error; one before the tunnel was open is blamed on the proxy. */
function blameProxy(proxy: URL, error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status = /Proxy response \((\d+)\)/.exec(cause.message)?.[1]
    if (status !== undefined) return new ProxyFailure(proxy.host, status, error)
    const code = 'code' in cause ? cause.code : undefined
    if (typeof code === 'string' && CONNECT_CODES.has(code))
      return new ProxyFailure(proxy.host, code, error)
  }
  return error
}

/** The part of an HTTP agent that `fetch` uses. */
interface Dispatches {
  dispatch(...request: unknown[]): boolean
}

/**
 * An agent for one `fetch`, which sends one request: `fetch` sends a POST again by itself when it
 * gets 421 (Fetch standard, "HTTP-network-or-cache fetch"), and a call would run twice.
 */
function dispatchOnce<T extends object>(agent: T): T {
  const { dispatch } = agent as unknown as Dispatches
  let isSent = false
  const once: Dispatches = {
    dispatch(...request) {
      if (isSent) throw new Error('The server wants the request once more; it was not sent again.')
      isSent = true
      return dispatch.apply(agent, request)
    },
  }
  return once as unknown as T
}

/** The key of the HTTP agent behind `fetch` in every version of Node, once it was used. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = NonNullable<RequestInit['dispatcher']>
type DispatcherClass = new (options: { headersTimeout: number; bodyTimeout: number }) => Dispatcher

/**
 * An agent for `fetch` without time limits: Node's own ends a request after five minutes without a
 * byte, but the person chooses how long a tool may be silent. `undefined` where there is none.
 */
function createUnlimitedDispatcher(): () => Dispatcher | undefined {
  let withoutTimeout: Dispatcher | undefined
  return () => {
    if (withoutTimeout) return withoutTimeout
    const current: unknown = Reflect.get(globalThis, GLOBAL_DISPATCHER)
    if (typeof current !== 'object' || current === null) return undefined
    // Its class is the agent of this very runtime, which no package could match for certain.
    const Agent = current.constructor as DispatcherClass
    if (Agent.name !== 'Agent') return undefined
    withoutTimeout = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
    return withoutTimeout
  }
}
