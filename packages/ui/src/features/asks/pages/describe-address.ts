import { networkZoneOf } from '@gatehouse/domain/launch'
import punycode from 'punycode.js'
import { parse } from 'tldts'
import { hasHidden } from '../../../kit/index.ts'

export type AddressWarning =
  | 'not-web'
  | 'hidden'
  | 'userinfo'
  | 'punycode'
  | 'not-encrypted'
  | 'ip'
  | 'local'
  | 'local-network'
  | 'metadata'

/** An address that a server wants opened, parsed as a browser would. */
export interface DescribedAddress {
  /** As the server sent it. */
  text: string
  /** Only https and http addresses are opened. */
  canOpen: boolean
  /** The host as the browser asks for it (punycode); '' when there is none. */
  host: string
  /** The part before the registrable domain: `login.` of `login.example.co.uk`. */
  subdomain: string
  /** The registrable domain: `example.co.uk`; the whole host when unknown. */
  domain: string
  /** `:8443`, or '' for the scheme's own. */
  port: string
  /** The host in its own letters, when it is written in punycode. */
  unicodeHost: string | undefined
  /** Name and password before the `@`. */
  userinfo: string | undefined
  warnings: AddressWarning[]
}

/** Splits an address into its parts and lists suspicious ones. Opens and fetches nothing. */
export function describeAddress(text: string): DescribedAddress {
  const url = parseUrl(text)
  const host = url?.hostname ?? ''
  const canOpen = host !== '' && (url?.protocol === 'https:' || url?.protocol === 'http:')
  const { domain, isIp } = parse(host, { allowPrivateDomains: true })
  const owned = domain !== null && host.endsWith(domain) ? domain : host
  const unicodeHost = toUnicode(host)
  const userinfo = url && userinfoOf(url)
  const place = networkZoneOf(host)
  const isLocal = place === 'this-machine'
  const warnings: [AddressWarning, boolean][] = [
    ['not-web', !canOpen],
    ['hidden', hasHidden(text) || /\s/u.test(text)],
    ['userinfo', userinfo !== undefined],
    ['punycode', unicodeHost !== undefined],
    ['not-encrypted', canOpen && url?.protocol === 'http:' && !isLocal],
    ['ip', canOpen && isIp === true && !isLocal],
    ['local', canOpen && isLocal],
    ['local-network', canOpen && place === 'local-network'],
    ['metadata', canOpen && place === 'metadata'],
  ]
  return {
    text,
    canOpen,
    host,
    subdomain: host.slice(0, host.length - owned.length),
    domain: owned,
    port: url?.port ? `:${url.port}` : '',
    unicodeHost,
    userinfo,
    warnings: warnings.filter(([, is]) => is).map(([warning]) => warning),
  }
}

/**
 * The owner of an address: the registrable domain of its host, and on this computer or of a bare
 * IP address the port as well, where each may be another program.
 */
export function addressOwner(text: string): string {
  const { domain, host, port, warnings } = describeAddress(text)
  const isBare =
    warnings.includes('ip') || warnings.includes('local') || warnings.includes('local-network')
  return isBare ? host + port : domain
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function userinfoOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return password === '' ? username : `${username}:${password}`
}

function toUnicode(host: string): string | undefined {
  if (!host.split('.').some((label) => label.startsWith('xn--'))) return undefined
  try {
    return punycode.toUnicode(host)
  } catch {
    // Not what a host name may hold; the browser will say so.
    return undefined
  }
}
