import type { AppAccess, AppHost, AppUse } from './app-access.ts'

export const NO_ACCESS: AppAccess = { hosts: [], permissions: [] }

export const hasAccess = ({ hosts, permissions }: AppAccess): boolean =>
  hosts.length + permissions.length > 0

/** Usual ports. */
export const PORTS: Readonly<Record<AppHost['scheme'], number>> = { https: 443, http: 80 }

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
