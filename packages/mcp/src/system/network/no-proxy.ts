import { BlockList, isIP, isIPv6 } from 'node:net'
import { isThisMachine } from '@gatehouse/domain/launch'

/** True if a host is this computer. */
export function isLoopback({ hostname }: URL): boolean {
  return isThisMachine(hostname)
}

/**
 * True if `NO_PROXY` names the URL's host: `*`, a host, a domain with or without `.` or `*.` before it (its
 * subdomains too), an address or a CIDR range, each with an optional `:port`.
 */
export function isExempt(url: URL, noProxy: string | undefined): boolean {
  const host = bare(url.hostname)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return (noProxy ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && matches(entry, host, port))
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [name, wantedPort] = splitPort(entry)
  if (wantedPort !== undefined && wantedPort !== port) return false
  if (name.includes('/')) return isInRange(name, host)
  const domain = name.replace(/^\*?\./, '')
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`))
}

/** `host:80`, `[::1]:80`; an address of version 6 without brackets has no port. */
function splitPort(entry: string): [string, string | undefined] {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry)
  const plain = bracketed ?? /^([^:]+):(\d+)$/.exec(entry)
  return plain ? [plain[1] ?? '', plain[2]] : [entry, undefined]
}

function isInRange(range: string, host: string): boolean {
  const [network = '', bits = ''] = range.split('/')
  if (isIP(host) === 0 || isIP(network) === 0 || !/^\d+$/.test(bits)) return false
  const type = isIPv6(network) ? 'ipv6' : 'ipv4'
  if (Number(bits) > (type === 'ipv6' ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits), type)
  return list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

/** The host name without the brackets of IPv6 and a final dot. */
function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
