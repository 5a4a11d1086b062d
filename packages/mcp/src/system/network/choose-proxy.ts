import type { ResolvedNetwork } from '@gatehouse/domain'
import type { ProxyResolver } from '@gatehouse/host/ports'
import { isExempt, isLoopback } from './no-proxy.ts'

export interface ProxySources {
  environment: NodeJS.ProcessEnv
  /** Absent = only the environment decides which proxies there are. */
  proxyResolver?: ProxyResolver | undefined
}

/**
 * The proxy for a URL, or `undefined` for a direct connection. A setting of the server is followed as
 * it is, but for this computer where it says so. Else: this computer is always reached directly, then `NO_PROXY`, then `HTTPS_PROXY` or
 * `HTTP_PROXY`, then `ALL_PROXY`, then the system's own setting. Rejects with {@link ProxyFailure}.
 */
export async function chooseProxy(
  target: URL,
  setting: ResolvedNetwork['proxy'],
  { environment, proxyResolver }: ProxySources,
): Promise<URL | undefined> {
  if (setting === 'none') return undefined
  if (setting !== 'system') return givenProxy(target, setting)
  if (isLoopback(target)) return undefined
  const variable = (name: string) =>
    environment[name.toLowerCase()] || environment[name.toUpperCase()] || undefined
  if (isExempt(target, variable('no_proxy'))) return undefined
  const named =
    variable(target.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? variable('all_proxy')
  if (named !== undefined) return readProxy(named)
  return proxyResolver ? firstProxy(await proxyResolver.resolve(target.href)) : undefined
}

function givenProxy(
  target: URL,
  setting: Exclude<ResolvedNetwork['proxy'], string>,
): URL | undefined {
  if (setting.skipsLoopback && isLoopback(target)) return undefined
  const proxy = readProxy(setting.url)
  if (setting.lacksPassword) throw new ProxyFailure(proxy.host, 'PASSWORD')
  return withUser(proxy, setting)
}

/** The first usable entry of what a PAC file or the system returned. */
function firstProxy(result: string): URL | undefined {
  const entries = result.split(';').map((entry) => entry.trim())
  let socks: string | undefined
  for (const entry of entries) {
    const [kind = '', place = ''] = entry.split(/\s+/)
    if (/^direct$/i.test(kind)) return undefined
    if (/^(proxy|http)$/i.test(kind)) return readProxy(`http://${place}`)
    if (/^https$/i.test(kind)) return readProxy(`https://${place}`)
    if (/^socks/i.test(kind)) socks ??= place
  }
  if (socks !== undefined) throw new ProxyFailure(socks, 'SOCKS')
  return undefined
}

function readProxy(text: string): URL {
  const given = text.trim()
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1]?.toLowerCase()
  if (scheme?.startsWith('socks')) throw new ProxyFailure(placeIn(given), 'SOCKS')
  try {
    const url = new URL(scheme === undefined ? `http://${given}` : given)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch {
    // Reported below.
  }
  throw new ProxyFailure(placeIn(given), 'INVALID')
}

function withUser(proxy: URL, { user, password }: { user?: string; password?: string }): URL {
  if (user === undefined) return proxy
  proxy.username = encodeURIComponent(user)
  proxy.password = encodeURIComponent(password ?? '')
  return proxy
}

/** The part of a proxy's address that may be shown: never its user name or password. */
function placeIn(text: string): string {
  return text
    .replace(/^[a-z0-9+.-]*:\/\//i, '')
    .replace(/^.*@/, '')
    .slice(0, 200)
}

/** The proxy stood in the way; the server itself was not reached. */
export class ProxyFailure extends Error {
  readonly code = 'proxy-failure'
  /** Host and port of the proxy. */
  readonly place: string
  /** A network code such as `ECONNREFUSED`, an HTTP status as text, `SOCKS`, `INVALID` or `PASSWORD`. */
  readonly reason: string

  constructor(place: string, reason: string, cause?: unknown) {
    super(`The proxy ${place} could not be used (${reason}).`, { cause })
    this.name = 'ProxyFailure'
    this.place = place
    this.reason = reason
  }
}
