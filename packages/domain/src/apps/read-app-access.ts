import type { AppNeeds } from '../content/drawn-app.ts'
import { parseAddress } from '../servers/address.ts'
import { isThisMachine, networkZoneOf, type NetworkZone } from '../servers/network-zone.ts'
import { appUseSchema, type AppAccess, type AppHost, type RefusedNeed } from './app-access.ts'
import { appHostText, PORTS } from './app-host.ts'

/** Reads declared needs into the access that a window can have. `zones`: those that the server may lead to. */
export function readAppAccess(
  { uses, permissions }: AppNeeds,
  zones: readonly NetworkZone[],
): { access: AppAccess; refused: RefusedNeed[] } {
  const hosts = new Map<string, AppHost>()
  const refused = new Map<string, RefusedNeed>()
  for (const use of appUseSchema.options)
    for (const text of uses?.[use] ?? []) {
      const read = readHost(text, zones)
      if ('reason' in read) refused.set(text, { text, reason: read.reason })
      else {
        const key = appHostText(read)
        const all = new Set(hosts.get(key)?.uses).add(use)
        hosts.set(key, { ...read, uses: [...all] })
      }
    }
  if (permissions.includes('geolocation'))
    refused.set('geolocation', { text: 'geolocation', reason: 'location' })
  return {
    access: {
      hosts: [...hosts.keys()].toSorted().flatMap((key) => hosts.get(key) ?? []),
      permissions: permissions.filter((name) => name !== 'geolocation').toSorted(),
    },
    refused: [...refused.values()],
  }
}

function readHost(
  text: string,
  zones: readonly NetworkZone[],
): Omit<AppHost, 'uses'> | Pick<RefusedNeed, 'reason'> {
  const [, scheme = 'https', star, rest = ''] =
    /^(?:([a-z]+):\/\/)?(\*\.)?(.*)$/i.exec(text.toLowerCase()) ?? []
  if (scheme === 'ws' || scheme === 'wss') return { reason: 'socket' }
  const address = parseAddress(`${scheme}://${rest}`)
  if (!address || (scheme !== 'https' && scheme !== 'http')) return { reason: 'unreadable' }
  const { hostname, written, href } = address
  const isWildcard = star !== undefined
  // Below a name without a dot is a whole part of the internet.
  if (isWildcard && (!hostname.includes('.') || /^[\d.]+$/.test(hostname)))
    return { reason: 'too-wide' }
  const zone = networkZoneOf(isWildcard ? `x.${hostname}` : hostname)
  if (!zones.includes(zone)) return { reason: 'local' }
  if (scheme === 'http' && !isThisMachine(hostname)) return { reason: 'unencrypted' }
  const port = Number(new URL(href).port) || PORTS[scheme]
  return { scheme, host: hostname, isWildcard, port, written }
}
