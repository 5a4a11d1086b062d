import { z } from 'zod'
import { appPermissionSchema, type AppNeeds } from '../content/drawn-app.ts'
import { timestampSchema } from '../identifier.ts'
import { parseAddress } from '../servers/address.ts'
import { isThisMachine, networkZoneOf, type NetworkZone } from '../servers/network-zone.ts'

const appUseSchema = z.enum(['connect', 'resource', 'frame', 'base'])
export type AppUse = z.infer<typeof appUseSchema>

/** A host that an interface may use (MCP Apps 2026-01-26, `_meta.ui.csp`). */
const appHostSchema = z.object({
  scheme: z.enum(['https', 'http']),
  /** As it is looked up: letters of other alphabets in punycode. */
  host: z.string(),
  /** All hosts below it, and not the host itself. */
  isWildcard: z.boolean(),
  port: z.number().int(),
  /** The host as the server wrote it, if that reads as another one. */
  written: z.string().nullable(),
  uses: z.array(appUseSchema),
})
export type AppHost = z.infer<typeof appHostSchema>

/** Permissions that a window can be given. A location is looked up over the network by the browser itself. */
const givablePermissionSchema = appPermissionSchema.exclude(['geolocation'])

/** What an interface is given beyond a sealed view. */
export const appAccessSchema = z.object({
  hosts: z.array(appHostSchema),
  permissions: z.array(givablePermissionSchema),
})
export type AppAccess = z.infer<typeof appAccessSchema>

export const NO_ACCESS: AppAccess = { hosts: [], permissions: [] }

export const hasAccess = ({ hosts, permissions }: AppAccess): boolean =>
  hosts.length + permissions.length > 0

/** A declared need that is never given. */
export const refusedNeedSchema = z.object({
  text: z.string(),
  reason: z.enum(['socket', 'local', 'unencrypted', 'too-wide', 'unreadable', 'location']),
})
export type RefusedNeed = z.infer<typeof refusedNeedSchema>

/** Access that the person gave, for one page of one server. */
export const givenAppAccessSchema = z.object({
  access: appAccessSchema,
  /** SHA-256 of the HTML, in hex. */
  hash: z.string(),
  /** Digest of the server's identity. */
  serverIdentity: z.string(),
  at: timestampSchema,
})
export type GivenAppAccess = z.infer<typeof givenAppAccessSchema>

const PORTS: Readonly<Record<AppHost['scheme'], number>> = { https: 443, http: 80 }

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

/** The host as a policy writes it; one text for each host. */
export function appHostText({ scheme, host, isWildcard, port }: Omit<AppHost, 'uses'>): string {
  const end = port === PORTS[scheme] ? '' : `:${port}`
  return `${scheme}://${isWildcard ? '*.' : ''}${host}${end}`
}

/** True if the access has the host of an address for one of these uses. */
export function isAgreedHost(
  { hosts }: AppAccess,
  { protocol, hostname, port }: URL,
  uses: readonly AppUse[],
): boolean {
  return hosts.some(
    (one) =>
      one.uses.some((use) => uses.includes(use)) &&
      protocol === `${one.scheme}:` &&
      one.port === (Number(port) || PORTS[one.scheme]) &&
      (one.isWildcard ? hostname.endsWith(`.${one.host}`) : hostname === one.host),
  )
}
