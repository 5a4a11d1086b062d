import ipaddr from 'ipaddr.js'
import { withoutTrailing } from '../text/text.ts'

/**
 * The zone of a host, as far as its name shows it. `metadata`: the address at which clouds hand out a machine's own
 * credentials.
 */
export type NetworkZone = 'this-machine' | 'local-network' | 'metadata' | 'elsewhere'

const METADATA_NAMES = new Set(['metadata.google.internal', 'metadata', 'instance-data'])
/** AWS, Azure and most others; AWS over IPv6; tasks of AWS; Alibaba; Azure's own host; Oracle. */
const METADATA_ADDRESSES = new Set([
  '169.254.169.254',
  'fd00:ec2::254',
  '169.254.170.2',
  'fd00:ec2::23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])
const LOCAL_SUFFIX =
  /\.(?:local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa)$/

/**
 * Classifies a host as WHATWG URL spells it (`new URL(…).hostname`): there, every spelling of an IPv4
 * address is four decimal numbers already. A public name may still resolve to a local address.
 */
export function networkZoneOf(hostname: string): NetworkZone {
  const host = withoutTrailing(hostname.toLowerCase().replace(/^\[|\]$/g, ''), '.')
  if (ipaddr.isValid(host)) return zoneOfAddress(ipaddr.parse(host))
  if (host === 'localhost' || host.endsWith('.localhost')) return 'this-machine'
  if (METADATA_NAMES.has(host)) return 'metadata'
  // A name without a dot is looked up in the local network only.
  return LOCAL_SUFFIX.test(host) || !host.includes('.') ? 'local-network' : 'elsewhere'
}

const REACHABLE: Readonly<Record<NetworkZone, readonly NetworkZone[]>> = {
  'this-machine': ['this-machine', 'local-network', 'elsewhere'],
  'local-network': ['local-network', 'elsewhere'],
  elsewhere: ['elsewhere'],
  metadata: ['elsewhere'],
}

/**
 * The zones that a server of a zone may lead to. One that is elsewhere may lead neither to this computer nor into a
 * private network; none may lead to where a cloud hands out a machine's own credentials.
 */
export function reachableZones(from: NetworkZone): readonly NetworkZone[] {
  return REACHABLE[from]
}

export function isThisMachine(hostname: string): boolean {
  return networkZoneOf(hostname) === 'this-machine'
}

function zoneOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): NetworkZone {
  const inner = address.kind() === 'ipv6' ? embedded(address.toByteArray()) : undefined
  if (inner) {
    const place = zoneOfAddress(inner)
    if (place !== 'elsewhere') return place
  }
  if (METADATA_ADDRESSES.has(address.toString())) return 'metadata'
  if (isDocumentation(address)) return 'elsewhere'
  switch (address.range()) {
    case 'loopback':
    case 'unspecified':
      return 'this-machine'
    case 'unicast':
    case 'rfc6052':
    case '6to4':
    case 'teredo':
    case 'ipv4Mapped':
    case 'rfc6145':
      return isLocalTranslation(address) || isCompatible(address) ? 'local-network' : 'elsewhere'
    default:
      return 'local-network'
  }
}

/** The IPv4 address that an IPv6 one reaches: mapped, translated (NAT64, SIIT), 6to4, Teredo, compatible. */
function embedded(bytes: number[]): ipaddr.IPv4 | undefined {
  const groups = Array.from(
    { length: 8 },
    (_, at) => Number(bytes[at * 2]) * 256 + Number(bytes[at * 2 + 1]),
  )
  const zeros = (from: number, to: number): boolean =>
    groups.slice(from, to).every((group) => group === 0)
  const at = (from: number, flip = 0): ipaddr.IPv4 =>
    new ipaddr.IPv4(bytes.slice(from, from + 4).map((byte) => byte ^ flip))
  if (groups[0] === 0x2002) return at(2)
  if (groups[0] === 0x2001 && groups[1] === 0) return at(12, 0xff)
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return at(12)
  const isMapped = zeros(0, 5) && (groups[5] === 0xffff || groups[5] === 0)
  const isTranslated = zeros(0, 4) && groups[4] === 0xffff && groups[5] === 0
  const isReal = groups[6] !== 0
  return (isMapped && (groups[5] === 0xffff || isReal)) || isTranslated ? at(12) : undefined
}

/** Addresses of examples (RFC 5737): no network routes them, the local one neither. */
function isDocumentation(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return (
    address.kind() === 'ipv4' &&
    ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'].some((net) =>
      address.match(ipaddr.parseCIDR(net)),
    )
  )
}

/** 64:ff9b:1::/48, a network's own translation (RFC 8215). */
function isLocalTranslation(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === 'ipv6' && address.match(ipaddr.parseCIDR('64:ff9b:1::/48'))
}

/** ::/96, deprecated: nothing public is there. */
function isCompatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === 'ipv6' && address.match(ipaddr.parseCIDR('::/96'))
}
